import type { Browser, CDPSession } from 'playwright-core'
import * as z from 'zod/mini'
import type { Screenshot } from '../probe.ts'
import { type Histogram, speedIndex } from './speed-index.ts'

/** A frame as it was on the screen. */
export interface Shot {
  /** UNIX ms */
  readonly wall: number
  /** A JPEG in base64. */
  readonly data: string
}

/** At most so many frames are kept: beyond, every second one goes, so that they stay spread over the whole. */
const mostFrames = 120
/** At most so many go into a film strip. */
const mostShown = 20

/** Records what the page shows until it is closed. Frames come when something changes. */
export async function startFilm(session: CDPSession): Promise<{ readonly shots: () => readonly Shot[] }> {
  let shots: Shot[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    if (metadata.timestamp === undefined || shots.at(-1)?.data === data) return
    shots.push({ wall: metadata.timestamp * 1000, data })
    if (shots.length > mostFrames) shots = shots.filter((_, i) => i % 2 === 0)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 675, maxHeight: 470 })
  return { shots: () => shots }
}

/** The frames since `start` (UNIX ms), thinned to a film strip. */
export function strip(shots: readonly Shot[], start: number): Screenshot[] {
  const since = shots.filter(({ wall }) => wall >= start)
  const step = Math.max(1, (since.length - 1) / (mostShown - 1))
  const picked = new Set(
    Array.from({ length: Math.min(since.length, mostShown) }, (_, i) => since[Math.round(i * step)]),
  )
  return [...picked].flatMap((shot) => (shot ? [jpeg(shot.wall - start, shot.data)] : []))
}

export function jpeg(at: number, data: string): Screenshot {
  return { at: Math.round(at), content_type: 'image/jpeg', data: Buffer.from(data, 'base64') }
}

/** An empty page in Chromium's white; white does not count, as in speedline. */
const blank: Histogram = Array.from({ length: 768 }, () => 0)

/** The speed index of what was shown since `start` (UNIX ms); null where nothing was. Each list of shots is one view. */
export async function speedIndexes(
  browser: Browser,
  views: readonly { shots: readonly Shot[]; start: number }[],
): Promise<(number | null)[]> {
  const context = await browser.newContext()
  try {
    // The browser decodes JPEGs anyway; an empty page of its own, with no way out, does it here.
    const page = await context.newPage()
    const indexes: (number | null)[] = []
    for (const { shots, start } of views) {
      const since = shots.filter(({ wall }) => wall >= start)
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
