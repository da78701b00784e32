"""The guide: written once, in Markdown, a folder a language; shown under *Help*, and as a site by `make site`."""
