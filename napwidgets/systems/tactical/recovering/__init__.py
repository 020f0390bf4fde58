"""11, 13, 20.8, 20.10, 21 to 24. What a force can bear: confidence, disruption, supply, losses, the end."""
