"""The page of the setup network: a form, and what comes next. It works without a script."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from minigam.provisioning.choices import (
    DEFAULT_NAME,
    LONGEST_NAME,
    Choices,
    Field,
    Security,
    readable,
)
from minigam.provisioning.interfaces import Found
from minigam.provisioning.setup_network import SHOWN_SECONDS, JoinFailure, failure_words
from minigam.words import Language, Words, span

OTHER, NONE = "other", "none"
"""What the form says in place of a network that was found."""
BARS = 4
MOST_FOUND = 12
"""So many networks are listed; the others can be typed."""
ICON = (
    '<svg viewBox="0 0 64 64" aria-hidden="true">'
    '<rect width="64" height="64" rx="14" fill="#6b4428"/>'
    '<path d="M8 56h22L19 14zM34 56h22L45 14z" fill="#c99a63"/>'
    '<circle cx="19" cy="44" r="11" fill="#f6eedd" stroke="#3a2616" stroke-width="2"/>'
    '<circle cx="45" cy="44" r="11" fill="#1b191c" stroke="#e2d8c6" stroke-width="2"/></svg>'
)
LOCK = (
    '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" '
    'stroke-width="2">'
    '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/></svg>'
)


@dataclass(frozen=True)
class Form:
    """What the form shows."""

    found: Sequence[Found]
    boards: Mapping[str, str]
    """The title of each board, by name."""
    languages: Sequence[Language]
    token: str
    """Proves that a form comes from this page."""
    entered: Mapping[str, str] = field(default_factory=dict)
    """What was typed before, but the password."""
    faults: Mapping[Field, Words] = field(default_factory=dict)
    failure: tuple[JoinFailure, str] | None = None
    """Why the network of that name could not be joined."""


@cache
def _part(name: str) -> str:
    """The style or the script, as it stands in the page."""
    return (files("minigam.provisioning") / name).read_text("utf-8")


def policy() -> str:
    """The page's Content-Security-Policy: its own style and script, and its own form."""
    style, script = (
        b64encode(sha256(_part(name).encode()).digest()).decode()
        for name in ("portal.css", "portal.js")
    )
    return (
        f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def form_page(form: Form, language: Language) -> str:
    """The form."""
    say = _Say(language)
    return _page(
        say,
        Words("Set up your board"),
        f"{_notice(form, say)}"
        f'<form method="post" action="/?lang={language.tag}" autocomplete="off">\n'
        f'<input type="hidden" name="token" value="{escape(form.token)}">\n'
        f"{_wifi(form, say)}{_board(form, say)}{_name(form, say)}"
        f"<button>{say(Words('Set up the board'))}</button>\n</form>\n",
        form.languages,
    )


def next_page(choices: Choices, network: str, port: int, language: Language) -> str:
    """What comes next, once the form was sent; `network` is the setup network's name."""
    say = _Say(language)
    address = f"http://{choices.name}.local:{port}"
    shown = f'<a class="address" href="{escape(address)}">{escape(address)}</a>'
    ends = Words("The network {network} ends in {time}.", network=network, time=span(SHOWN_SECONDS))
    steps = [
        f"<div>{say(ends)}</div>",
        f"<div>{say(_back_to(choices))}</div>",
        f"<div>{say(Words('Open this address:'))} {shown}</div>",
    ]
    again = Words(
        "If {network} appears again after about a minute, that did not work: join it with the "
        "same code, and its page says why.",
        network=network,
    )
    watch = Words(
        "Everybody in your network can watch there. To play from a phone, touch “Pair this phone”."
    )
    items = "".join(f"<li>{step}</li>\n" for step in steps)
    return _page(
        say,
        Words("Almost done"),
        f'<div class="card"><ol>\n{items}</ol></div>\n'
        f'<p class="quiet">{say(watch)}</p>\n<p class="quiet">{say(again)}</p>\n',
    )


def _back_to(choices: Choices) -> Words:
    if choices.wifi is None:
        return Words("Connect your phone to your own network again.")
    return Words("Connect your phone to {wifi} again.", wifi=choices.wifi.title)


def closed_page(language: Language) -> str:
    """For who comes while nothing can be chosen."""
    say = _Say(language)
    text = Words("The board joins a network, or the setup network has ended.")
    hold = Words("To start again, hold roll and undo on the board for ten seconds.")
    return _page(
        say,
        Words("Just a moment"),
        f'<div class="card"><p>{say(text)}</p><p>{say(hold)}</p></div>\n',
    )


class _Say:
    """Words in a language, as HTML."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, words: Words | str) -> str:
        return escape(self.language.say(words), quote=True)


def _page(say: _Say, heading: Words, body: str, languages: Sequence[Language] = ()) -> str:
    links = "".join(
        f'<span aria-current="true">{escape(each.name)}</span>'
        if each.tag == say.language.tag
        else f'<a href="/?lang={each.tag}" hreflang="{each.tag}" lang="{each.tag}">'
        f"{escape(each.name)}</a>"
        for each in languages
    )
    choice = f'<nav aria-label="{say(Words("Language"))}">{links}</nav>' if links else ""
    return (
        f'<!doctype html>\n<html lang="{say.language.tag}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{say(heading)} · minigam</title>\n<style>{_part('portal.css')}</style>\n"
        f"</head>\n<body>\n<header>{ICON}<h1>{say(heading)}</h1>{choice}</header>\n"
        f"<main>\n{body}</main>\n<script>{_part('portal.js')}</script>\n</body>\n</html>\n"
    )


def _notice(form: Form, say: _Say) -> str:
    """What went wrong, before everything else."""
    if form.failure and not form.faults:
        text = say(failure_words(*form.failure))
    elif form.faults:
        text = say(Words("Please look at what is marked below."))
    else:
        about = Words("It takes a minute. The password stays in this board.")
        return f'<p class="quiet about">{say(about)}</p>\n'
    return f'<div class="card warn" role="alert"><strong>{text}</strong></div>\n'


def _fault(form: Form, of: Field, say: _Say) -> tuple[str, str]:
    """The attributes of a faulty input, and the sentence below it."""
    text = form.faults.get(of)
    if text is None:
        return "", ""
    name = f"fault-{of.value}"
    return (
        f' aria-invalid="true" aria-describedby="{name}"',
        f'<p class="fault" id="{name}">{say(text)}</p>\n',
    )


def _wifi(form: Form, say: _Say) -> str:
    chosen = form.entered.get(Field.NETWORK.value, "")
    usable = sorted(form.found, key=lambda each: each.security is Security.OTHER)
    rows = "".join(_found(each, chosen, say) for each in usable[:MOST_FOUND])
    others = _other(OTHER, Words("Another Wi-Fi"), chosen, say) + _other(
        NONE, Words("None: the board uses a cable"), chosen, say
    )
    _, fault = _fault(form, Field.NETWORK, say)
    return (
        f"<fieldset>\n<legend>{say(Words('Your Wi-Fi'))}</legend>\n"
        f'<div class="rows">\n{rows}{others}</div>\n{fault}'
        f"{_typed_name(form, say)}{_secret(form, say)}</fieldset>\n"
    )


def _found(found: Found, chosen: str, say: _Say) -> str:
    value = found.ssid.hex()
    usable = found.security is not Security.OTHER
    state = " checked" if value == chosen and usable else "" if usable else " disabled"
    is_open = " data-open" if found.security is Security.NONE else ""
    note = (
        "" if usable else f"<br><small>{say(Words('needs a user name: not for a board'))}</small>"
    )
    lock = "" if found.security is Security.NONE else LOCK
    return (
        f'<label><input type="radio" name="network" value="{value}"{is_open}{state} required>'
        f'<span class="name">{escape(readable(found.ssid))}{note}</span>{lock}'
        f"{_bars(found.strength, say)}</label>\n"
    )


def _bars(strength: int, say: _Say) -> str:
    """Its strength, as bars and in words."""
    lit = max(1, min(BARS, round(strength * BARS / 100)))
    drawn = "".join(
        f'<rect x="{3 + 5 * at}" y="{17 - 4 * at}" width="3.4" height="{4 + 4 * at}" rx="1" '
        f'fill="currentColor" opacity="{1 if at < lit else 0.25}"/>'
        for at in range(BARS)
    )
    label = say(Words("strength {lit} of {bars}", lit=lit, bars=BARS))
    return f'<svg viewBox="0 0 24 24" role="img" aria-label="{label}">{drawn}</svg>'


def _other(value: str, text: Words, chosen: str, say: _Say) -> str:
    checked = " checked" if value == chosen else ""
    return (
        f'<label><input type="radio" name="network" value="{value}"{checked} required>'
        f'<span class="name">{say(text)}</span></label>\n'
    )


def _typed_name(form: Form, say: _Say) -> str:
    value = escape(form.entered.get("ssid", ""))
    bad, _ = _fault(form, Field.NETWORK, say)
    return (
        f'<label class="field other"><span>{say(Words("Name of the Wi-Fi"))}</span>'
        f'<input type="text" name="ssid" value="{value}" maxlength="32" autocapitalize="off" '
        f'autocorrect="off" spellcheck="false"{bad}></label>\n'
    )


def _secret(form: Form, say: _Say) -> str:
    bad, fault = _fault(form, Field.SECRET, say)
    return (
        f'<div class="secret"><label class="field"><span>{say(Words("Its password"))}</span>'
        f'<input type="password" name="password" maxlength="64" autocomplete="off"{bad}></label>\n'
        f'{fault}<label class="check" hidden><input type="checkbox" data-show>'
        f"<span>{say(Words('Show the password'))}</span></label></div>\n"
    )


def _board(form: Form, say: _Say) -> str:
    chosen = form.entered.get(Field.BOARD.value) or next(iter(form.boards), "")
    rows = "".join(
        f'<label><input type="radio" name="board" value="{escape(name)}"'
        f"{' checked' if name == chosen else ''}>"
        f'<span class="name">{say(title)}<br><small>{escape(name)}</small></span></label>\n'
        for name, title in form.boards.items()
    )
    _, fault = _fault(form, Field.BOARD, say)
    return (
        f"<fieldset>\n<legend>{say(Words('Your board'))}</legend>\n"
        f'<div class="rows">\n{rows}</div>\n{fault}</fieldset>\n'
    )


def _name(form: Form, say: _Say) -> str:
    name = escape(form.entered.get(Field.NAME.value, DEFAULT_NAME))
    tag = form.entered.get(Field.LANGUAGE.value) or say.language.tag
    options = "".join(
        f'<option value="{each.tag}"{" selected" if each.tag == tag else ""}>'
        f"{escape(each.name)}</option>"
        for each in form.languages
    )
    bad, fault = _fault(form, Field.NAME, say)
    _, wrong = _fault(form, Field.LANGUAGE, say)
    about = Words("Its page is then http://{name}.local:8080", name=DEFAULT_NAME)
    return (
        f"<fieldset>\n<legend>{say(Words('Its name and language'))}</legend>\n"
        f'<label class="field"><span>{say(Words("Name in your network"))}</span>'
        f'<input type="text" name="name" value="{name}" maxlength="{LONGEST_NAME}" '
        f'autocapitalize="off" autocorrect="off" spellcheck="false"{bad}></label>\n{fault}'
        f'<p class="quiet">{say(about)}</p>\n'
        f'<label class="field"><span>{say(Words("Language of its page and speech"))}</span>'
        f'<select name="language">{options}</select></label>\n{wrong}</fieldset>\n'
    )
