"""How March on Paris refuses and tells: with its own paragraphs."""

from napwidgets.systems.telling import Voice

_VOICE = Voice("MoP")
refuse, say = _VOICE.refuse, _VOICE.say
