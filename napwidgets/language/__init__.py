"""What a person reads, in English, French and German: catalogues and what finds the words of a text in them.

Rules, saves and events speak English and stay as they are. What goes to a page is put into its language on the way.
"""
