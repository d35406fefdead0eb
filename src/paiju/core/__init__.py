"""What every game is made of: seats, actions, events, observations, outcomes and their errors."""
