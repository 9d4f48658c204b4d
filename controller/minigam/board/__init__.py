"""The physical board as data: profiles, debouncing, gestures, occupancy, lights, current limit."""
