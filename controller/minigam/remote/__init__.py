"""Boards that meet: MQTT, Home Assistant, games between boards, and a club's evening."""
