"""The answers: each view asks the reader, and says what there is to say."""
