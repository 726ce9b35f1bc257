import type { Browser } from 'playwright-core'
import * as z from 'zod/mini'
import { bounds } from '../../bounds.ts'
import type { Screenshot } from '../probe.ts'
import type { Session } from './child-session.ts'
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
    if (frames.length > bounds.page.frames) frames = frames.filter((_, i) => i % 2 === 0)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 675, maxHeight: 470 })
  return { frames: () => frames }
}

/** At most a filmstrip's number of the frames since `start` (UNIX ms), evenly spread. */
export function filmstripOf(frames: readonly ScreencastFrame[], start: number): Screenshot[] {
  const since = frames.filter(({ wall }) => wall >= start)
  const step = Math.max(1, (since.length - 1) / (bounds.page.filmstrip - 1))
  const picked = new Set(
    Array.from({ length: Math.min(since.length, bounds.page.filmstrip) }, (_, i) => since[Math.round(i * step)]),
  )
  return [...picked].flatMap((frame) => (frame ? [jpeg(frame.wall - start, frame.data)] : []))
}

export function jpeg(at: number, data: string): Screenshot {
  return { at: Math.round(at), content_type: 'image/jpeg', data: Buffer.from(data, 'base64') }
}

/** A blank page: histograms leave white out, as speedline's do. */
const blank: Histogram = Array.from({ length: 768 }, () => 0)

/** The speed index of each view since its `start` (UNIX ms); null if nothing was shown. */
export async function speedIndexes(
  browser: Browser,
  views: readonly { frames: readonly ScreencastFrame[]; start: number }[],
): Promise<(number | null)[]> {
  const context = await browser.newContext()
  try {
    // an empty page decodes the JPEGs, so the service needs no decoder
    const page = await context.newPage()
    const indexes: (number | null)[] = []
    for (const { frames, start } of views) {
      const since = frames.filter(({ wall }) => wall >= start)
      const histograms = z.array(z.array(z.number())).parse(
        await page.evaluate(
          histogramsOf,
          since.map(({ data }) => data),
        ),
      )
      indexes.push(
        speedIndex(
          blank,
          since.map(({ wall }, i) => ({ at: wall - start, histogram: histograms[i] ?? blank })),
        ),
      )
    }
    return indexes
  } finally {
    await context.close()
  }
}

/** Runs in the browser. */
async function histogramsOf(frames: string[]): Promise<number[][]> {
  const histograms: number[][] = []
  for (const frame of frames) {
    const bytes = Uint8Array.from(atob(frame), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
    const counts = Array.from({ length: 768 }, () => 0)
    context?.drawImage(bitmap, 0, 0)
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    for (let i = 0; i < pixels.length; i += 4) {
      const [red = 0, green = 0, blue = 0] = [pixels[i], pixels[i + 1], pixels[i + 2]]
      if (red >= 249 && green >= 249 && blue >= 249) continue
      for (const at of [red, 256 + green, 512 + blue]) counts[at] = (counts[at] ?? 0) + 1
    }
    bitmap.close()
    histograms.push(counts)
  }
  return histograms
}
