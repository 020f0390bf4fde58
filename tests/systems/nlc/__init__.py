"""The rules of NLC, paragraph by paragraph: each test is named after the paragraph it holds the engine to."""
