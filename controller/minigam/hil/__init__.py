"""Hardware in the loop: a jig touches a board and watches its lights; a report says how it was."""
