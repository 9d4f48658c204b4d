"""Files that outlive a cut of power, are their owner's alone, and locked for one program."""
