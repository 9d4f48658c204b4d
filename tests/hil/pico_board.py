"""`pico_board PORT ...`: the program `minigam`; the board's Pico is at a port of the test's."""

import sys
from functools import partial
from unittest.mock import patch

from minigam.cli.main import main
from minigam.drivers.serialport import SerialPort

if __name__ == "__main__":
    with patch("minigam.daemon.hardware.open_pico", partial(SerialPort, sys.argv[1])):
        sys.exit(main(sys.argv[2:]))
