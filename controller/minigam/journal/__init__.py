"""Every accepted event on disk before anyone sees what it did."""
