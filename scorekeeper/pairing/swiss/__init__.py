"""Swiss pairing: the exact optimum, found part by part."""
