"""The map at a moment: what is printed, who stands where, what is in reach, in range, in sight."""
