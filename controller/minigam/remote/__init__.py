"""Boards that meet: MQTT, Home Assistant, and a club's evening."""
