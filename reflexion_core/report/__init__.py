"""A run as something to take home: one HTML file, plain data, or an archive of several runs."""
