"""Which signals end a program that holds a board, so that the board goes dark."""

import signal


def ending_signals() -> list[signal.Signals]:
    """Ctrl-C, SIGTERM, and a closed terminal unless the caller has it ignored, as `nohup` does.

    The first two also where a shell has them ignored, as in the background of a script.
    """
    ignored = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([] if ignored else [signal.SIGHUP])]
