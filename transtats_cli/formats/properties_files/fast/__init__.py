"""Fast reader for regular properties files of Java. It returns None for other files."""
