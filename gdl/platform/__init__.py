"""What the language asks of Python and of the system: files, private folders, modules on demand, memory."""
