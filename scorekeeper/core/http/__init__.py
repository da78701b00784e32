"""HTTP: response headers, assets, downloads, long polls and the request log."""
