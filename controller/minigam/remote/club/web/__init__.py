"""The pages of a club's evening: the hall's for everybody, the director's behind a PIN."""
