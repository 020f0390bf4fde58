"""3, 4.1, 4.2, 19, 20, 25.5, 25.7. Leaders, chits, orders and what becomes of them."""
