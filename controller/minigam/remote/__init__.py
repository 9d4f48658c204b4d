"""Boards that meet, by MQTT: topics and messages, Home Assistant, and a club's broker."""
