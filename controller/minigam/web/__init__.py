"""The web server: HTTP, WebSocket, access control and the page."""
