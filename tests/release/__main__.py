"""`make release`: all that a release is made of, in one folder, with checksums and signatures."""

import sys

from tests.release.making import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
