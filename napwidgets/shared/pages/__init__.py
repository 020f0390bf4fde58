"""What people see of shared games: the company at a table, invitations, the way in."""
