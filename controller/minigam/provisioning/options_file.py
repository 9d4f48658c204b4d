"""The options of the service, as `systemd/minigam.service` reads them. Pure."""

from minigam.provisioning.choices import Choices

NAME = "options"


def options_text(choices: Choices) -> str:
    """The file's text: never the network, nor its password.

    >>> print(options_text(Choices("de", "quarter-hall", "kitchen", None)), end="")
    # Written by minigam provision. /etc/minigam/options wins over this file.
    BOARD=quarter-hall
    OPTIONS=--listen --lang de
    """
    return (
        "# Written by minigam provision. /etc/minigam/options wins over this file.\n"
        f"BOARD={choices.board}\n"
        f"OPTIONS=--listen --lang {choices.language}\n"
    )
