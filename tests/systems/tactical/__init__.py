"""What grand-tactical battles share, proved by a title of its own."""
