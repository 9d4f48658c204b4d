"""What a club's Mosquitto is made of: its users, their rights, certificates and settings."""
