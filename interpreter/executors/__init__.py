"""Where many games are played: in this process, in several, or on other machines. It knows nothing of games."""
