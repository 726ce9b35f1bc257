import { crc32, deflateSync } from 'node:zlib'
import type { Measurement } from '../../src/service/checks/index.ts'
import { hash } from './random.ts'

const width = 320
const height = 240

type Screenshot = Measurement['screenshots'][number]

/** A page as it loads, step by step: blank, header, text, pictures, complete. */
export function scriptedScreenshots(
  hostname: string,
  { firstPaint, largestPaint, load }: { firstPaint: number; largestPaint: number; load: number },
): readonly Screenshot[] {
  const between = (firstPaint + largestPaint) / 2
  return [0, firstPaint, between, largestPaint, load].map((at, step) => ({
    at: Math.round(at),
    content_type: 'image/png',
    data: frame(step, hash(hostname) % tints.length),
  }))
}

/** A server's error page: blank, then a heading and two lines. */
export function errorScreenshots(
  hostname: string,
  { paint, load }: { paint: number; load: number },
): readonly Screenshot[] {
  return [0, paint, load].map((at) => ({
    at: Math.round(at),
    content_type: 'image/png',
    data: frame(at === 0 ? 0 : 'error', hash(hostname) % tints.length),
  }))
}

const tints = [
  [12, 157, 144],
  [36, 95, 212],
  [125, 17, 96],
  [224, 96, 28],
] as const
const paper = 0
const ink = 1
const pale = 2
const tint = 3

const frames = new Map<string, Uint8Array>()

/** Caches the pictures, because the same few are used many times. */
function frame(step: number | 'error', kind: number): Uint8Array {
  const key = `${step} ${kind}`
  const known = frames.get(key)
  if (known) return known
  const pixels = new Uint8Array(width * height).fill(paper)
  const box = (x: number, y: number, w: number, h: number, colour: number) => {
    for (let row = y; row < y + h; row++) pixels.fill(colour, row * width + x, row * width + x + w)
  }
  if (step === 'error') {
    box(80, 92, 160, 14, ink)
    box(100, 120, 120, 6, pale)
    box(116, 132, 88, 6, pale)
  } else drawShop(step, box)
  const picture = png(pixels, [[255, 255, 255], [60, 66, 74], [222, 228, 234], tints[kind] ?? tints[0]])
  frames.set(key, picture)
  return picture
}

/** How far the shop has loaded, from 0 to 4. */
function drawShop(step: number, box: (x: number, y: number, w: number, h: number, colour: number) => void): void {
  if (step >= 1) box(0, 0, width, 28, tint)
  if (step >= 1) box(12, 10, 70, 8, paper)
  if (step >= 2) for (let line = 0; line < 5; line++) box(12, 152 + line * 14, 180 - (line % 3) * 30, 6, ink)
  if (step >= 2) box(12, 40, 296, 96, pale)
  if (step >= 3) box(12, 40, 296, 96, tint)
  if (step >= 4) for (let card = 0; card < 2; card++) box(208 + card * 52, 152, 46, 62, pale)
}

/** A picture with a palette and 8 bits per pixel (PNG, third edition, W3C 2025, sections 5 and 11). */
function png(pixels: Uint8Array, palette: readonly (readonly [number, number, number])[]): Uint8Array {
  const lines = new Uint8Array((width + 1) * height)
  for (let row = 0; row < height; row++) {
    lines.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', new Uint8Array()),
  ])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}
