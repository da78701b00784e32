"""The commands, a module each: thin, over the same codec and engine as the pages."""
