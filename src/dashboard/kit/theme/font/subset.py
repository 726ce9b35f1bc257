"""Makes the dashboard's subset of Inter: subset.py SOURCE TARGET. README.md says where the source is from."""

import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

source, target = sys.argv[1:]

# loose accents, spacing modifiers, marks without a width, and arrows
UNUSED = {0x2BB, 0x2BC, 0x2C6, 0x2DA, 0x2DC, 0x300, 0x301, 0x303, 0x304, 0x308, 0x309, 0x323}
UNUSED |= {0x200B, 0xFEFF, 0x2191, 0x2193}


def complete_variations(font):
    """The source leaves out glyphs that don't vary, which fontTools expects to find."""
    variations = font["gvar"].variations
    for name in font.getGlyphOrder():
        if name not in variations:
            variations[name] = []


font = TTFont(source)
complete_variations(font)

options = Options()
options.layout_features = ["kern", "tnum", "ccmp", "locl", "mark"]
options.hinting = False
options.notdef_outline = True
subsetter = Subsetter(options)
subsetter.populate(unicodes=set(font.getBestCmap()) - UNUSED)
subsetter.subset(font)

complete_variations(font)
font = instantiateVariableFont(font, {"wght": (400, 400, 700)})
font.flavor = "woff2"
font.save(target)
