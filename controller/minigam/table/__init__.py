"""One game at the table: turns touches into actions, messages and lights."""
