"""The JSON Schemas of what boards say by MQTT, one file a topic. See `docs/mqtt.md`."""
