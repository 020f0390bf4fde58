"""5, 6, 9. Movement, reinforcements, leaders and headquarters on the road."""
