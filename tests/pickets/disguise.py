"""What a seat of Pickets can't see is what a seat of nlc can't see: its own rules hide nothing."""

from __future__ import annotations

from tests.nlc.disguise import REVEALS as REVEALS
from tests.nlc.disguise import disguise as disguise
from tests.nlc.disguise import shows as shows
from tests.nlc.disguise import twins as twins
