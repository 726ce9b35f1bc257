import type { Browser } from 'playwright-core'
import * as z from 'zod/mini'
import { pageLimits } from './limits.ts'
import type { Screenshot } from '../probe.ts'
import type { Session } from './child-session.ts'
import { quietWindowMs } from './interactive.ts'
import { type Histogram, speedIndex } from './speed-index.ts'

/** What the screen showed at one moment. */
export interface ScreencastFrame {
  /** UNIX ms */
  readonly wall: number
  /** JPEG in base64. */
  readonly data: string
}

/** Records the page until it is closed. A frame arrives whenever something changes. */
export async function startScreencast(
  session: Session,
): Promise<{ readonly frames: () => readonly ScreencastFrame[] }> {
  let frames: ScreencastFrame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    if (metadata.timestamp === undefined || frames.at(-1)?.data === data) return
    frames.push({ wall: metadata.timestamp * 1000, data })
    // the rest still cover the whole view
    if (frames.length > pageLimits.frames) frames = frames.filter((_, i) => i % 2 === 0)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 675, maxHeight: 470 })
  return { frames: () => frames }
}

/** At most a filmstrip's number of the frames since `start` (UNIX ms), evenly spread. */
export function filmstripOf(frames: readonly ScreencastFrame[], start: number): Screenshot[] {
  const since = frames.filter(({ wall }) => wall >= start)
  const step = Math.max(1, (since.length - 1) / (pageLimits.filmstrip - 1))
  const picked = new Set(
    Array.from({ length: Math.min(since.length, pageLimits.filmstrip) }, (_, i) => since[Math.round(i * step)]),
  )
  return [...picked].flatMap((frame) => (frame ? [jpeg(frame.wall - start, frame.data)] : []))
}

export function jpeg(at: number, data: string): Screenshot {
  return { at: Math.round(at), content_type: 'image/jpeg', data: Buffer.from(data, 'base64') }
}

/** A blank page: histograms leave white out, as speedline's do. */
const blank: Histogram = Array.from({ length: 768 }, () => 0)

/** A view whose speed index is wanted. */
export interface Shown {
  readonly frames: readonly ScreencastFrame[]
  /** UNIX ms. */
  readonly start: number
  /** When the page has settled, in ms from `start`; Infinity if that isn't known. */
  readonly settled: number
}

/** The speed index of each view; null if nothing was shown. */
export async function speedIndexes(browser: Browser, views: readonly Shown[]): Promise<(number | null)[]> {
  const context = await browser.newContext()
  try {
    // an empty page decodes the JPEGs, so the service needs no decoder
    const page = await context.newPage()
    const indexes: (number | null)[] = []
    for (const { frames, start, settled } of views) {
      const all = frames.filter(({ wall }) => wall >= start)
      const index = async (since: readonly ScreencastFrame[]) => {
        const shots = since.map(({ data }) => data)
        const last = since.findLastIndex(({ wall }) => wall <= start + settled + frameDelayMs)
        const histograms = z
          .array(z.array(z.number()))
          .parse(await page.evaluate(histogramsOf, { frames: shots, settled: last }))
        return speedIndex(
          blank,
          since.map(({ wall }, i) => ({ at: wall - start, histogram: histograms[i] ?? blank })),
        )
      }
      // a page may show something only when nothing of it is expected any more
      indexes.push(
        (await index(all.filter(({ wall }) => wall <= start + settled + quietWindowMs))) ?? (await index(all)),
      )
    }
    return indexes
  } finally {
    await context.close()
  }
}

/** The frame that shows what was painted at a moment may be a little younger. */
const frameDelayMs = 250

/**
 * Runs in the browser. From the frame `settled` on, what has been shown stays as it is: in each square of 16 pixels, which
 * is what JPEG compresses together, the first that isn't white.
 */
async function histogramsOf({ frames, settled }: { frames: string[]; settled: number }): Promise<number[][]> {
  const histograms: number[][] = []
  let before = new Uint8ClampedArray()
  let shown = new Uint8Array()
  for (const [at, frame] of frames.entries()) {
    const bytes = Uint8Array.from(atob(frame), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    context?.drawImage(bitmap, 0, 0)
    bitmap.close()
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const columns = Math.ceil(width / 16)
    if (before.length !== pixels.length) shown = new Uint8Array(columns * Math.ceil(height / 16))
    const seen = shown.slice()
    const counts = Array.from({ length: 768 }, () => 0)
    let i = 0
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i += 4) {
        const square = (y >> 4) * columns + (x >> 4)
        if (shown[square] === 1) for (let c = i; c < i + 3; c++) pixels[c] = before[c] ?? 0
        const [red = 0, green = 0, blue = 0] = [pixels[i], pixels[i + 1], pixels[i + 2]]
        if (red >= 249 && green >= 249 && blue >= 249) continue
        seen[square] = 1
        for (const value of [red, 256 + green, 512 + blue]) counts[value] = (counts[value] ?? 0) + 1
      }
    }
    if (at >= settled) [shown, before] = [seen, pixels]
    histograms.push(counts)
  }
  return histograms
}
