/** The program that converts images, in a process of its own. */
import { setPriority } from 'node:os'
import type { FromImageProcess, ImageJob } from './image-converter.ts'

/** "nobody": a picture that exploits a decoder gets nothing but this process. */
const nobody = 65534

// an orderly exit would wait for the image that's being converted
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// visitors come first
setPriority(10)

try {
  const { default: sharp } = await import('sharp')
  // nothing but JPEG and PNG is decoded, whatever a body turns out to be
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  sharp.cache(false)
  sharp.concurrency(1)
  if (process.getuid?.() === 0) {
    process.setgroups?.([])
    process.setgid?.(nobody)
    process.setuid?.(nobody)
  }

  const convert = async ({ body, format, maxPixels }: ImageJob): Promise<Uint8Array | undefined> => {
    // half a picture, or a damaged one, is left to browsers
    const image = sharp(body, { limitInputPixels: maxPixels, failOn: 'warning' })
    const { format: from, depth, pages = 1, gainMap } = await image.metadata()
    // what these formats can't keep: more than 8 bits, movement, and brightness beyond the screen's
    if (depth !== 'uchar' || pages > 1 || isAnimated(body) || gainMap !== undefined) return undefined
    // metadata goes, so the turn that it may ask for is made here
    const upright = image.autoOrient()
    if (format === 'avif') return upright.avif({ quality: 55, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    return upright.webp(from === 'png' ? { lossless: true } : { quality: 80 }).toBuffer()
  }

  process.on('message', (job: ImageJob) => {
    convert(job).then(
      (body) => send({ kind: 'done', body: body && body.length < job.body.length ? body : undefined }),
      () => send({ kind: 'done', body: undefined }),
    )
  })
} catch (error) {
  send({ kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) })
}

function send(message: FromImageProcess): void {
  if (process.connected) process.send?.(message)
}

/** Whether a PNG moves: only its first picture would be left (APNG's acTL comes before the first IDAT). */
function isAnimated(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const control = bytes.indexOf('acTL')
  return control !== -1 && control < bytes.indexOf('IDAT') && bytes.subarray(1, 4).toString() === 'PNG'
}
