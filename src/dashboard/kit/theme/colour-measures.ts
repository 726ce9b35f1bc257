/** How far apart two colours are, for the tests of the theme. Colours are `#rrggbb`. */

type Triple = readonly [number, number, number]

/** Kinds of sight: the usual one, and each colour vision deficiency where it is complete. */
export const sights = ['usual', 'protanopia', 'deuteranopia', 'tritanopia'] as const
type Sight = (typeof sights)[number]

/**
 * The contrast ratio of two colours, 1 to 21.
 * Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio and #dfn-relative-luminance.
 */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The distance of two colours in OKLab, times 100, as someone with that sight sees them.
 * Source: Björn Ottosson, "A perceptual color space for image processing" (2020).
 */
export function distance(one: string, other: string, sight: Sight): number {
  const [a, b] = [oklab(seen(one, sight)), oklab(seen(other, sight))]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function luminance(colour: string): number {
  return dot([0.2126, 0.7152, 0.0722], linear(colour))
}

/** The linear light of red, green and blue, 0 to 1. */
function linear(colour: string): Triple {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(colour) ?? []
  const channel = (hex: string) => {
    const share = Number.parseInt(hex, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [channel(red), channel(green), channel(blue)]
}

/**
 * Of linear light, at severity 1.0.
 * Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
 * (2009), table 1.
 */
const simulations: Readonly<Record<Sight, readonly [Triple, Triple, Triple]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function seen(colour: string, sight: Sight): Triple {
  const light = linear(colour)
  const channel = (row: Triple) => Math.min(1, Math.max(0, dot(row, light)))
  const [red, green, blue] = simulations[sight]
  return [channel(red), channel(green), channel(blue)]
}

function oklab(light: Triple): Triple {
  const cones: Triple = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], light)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], light)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], light)),
  ]
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ]
}

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
