"""The rules of March on Paris, paragraph by paragraph: each test is named after the paragraph that it is about."""
