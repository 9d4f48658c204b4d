"""The screen: a small web server and the page it serves."""
