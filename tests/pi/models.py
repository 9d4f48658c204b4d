"""The Pis that a system is made to look like."""

from tests.drivers.shim.preload import PI_3, PI_4, PI_5, ZERO_2_W

MODELS = {"Zero 2 W": ZERO_2_W, "3": PI_3, "4": PI_4, "5": PI_5}
"""By the name that tables give them."""
