"""What ``tests.mutate`` is made of: the changes, the switches that make them one at a time, and what runs the tests."""
