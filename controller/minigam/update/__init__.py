"""Updates that come as signed release files: their names, signatures, content and sources."""
