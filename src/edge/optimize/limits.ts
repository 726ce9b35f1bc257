import { bytes, characters, count, limits, time } from '../../shared/limit.ts'

export const imageLimits = limits({
  body: bytes(8 * 2 ** 20, 'An image'),
  pixels: count(16_000_000, 'Its pixels'),
  avifPixels: count(4_000_000, 'Its pixels for AVIF, which takes longest; larger ones become WebP'),
  time: time(10_000, 'A conversion; one at a time, in a process of its own'),
  waiting: count(32, 'Images that wait; further ones are converted when they are next asked for'),
})

export const optimizerLimits = limits({
  linksInAll: characters(4 * 2 ** 20, 'Those of all pages'),
  codings: count(200, 'Forms of `Accept-Encoding` remembered'),
  compressed: count(64, 'Answers compressed while they are sent, about 1 MiB each; others are sent as they are'),
})
