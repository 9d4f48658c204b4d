"""Computer players: neural networks that estimate how a position will end, and their training."""
