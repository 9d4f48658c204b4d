"""The physical board as pure data: profiles, touches, lights, power."""
