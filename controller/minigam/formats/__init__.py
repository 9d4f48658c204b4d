"""Games as files: JSON, `.mat` and SGF. For people: `docs/formats.md`."""
