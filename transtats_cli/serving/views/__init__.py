"""The answers: each view asks the library, and says what there is to say."""
