"""The commands, one module each, thin layers over the same codec and engine as the pages."""
