import { crc32 } from 'node:zlib'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { ImageConverter, type ImageLimits } from '../optimize/image-converter.ts'
import { testEdge, testOrigin } from './edge.ts'

const jpegType = { 'Content-Type': 'image/jpeg' }
const pngType = { 'Content-Type': 'image/png' }
const avif = { Accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' }
const webp = { Accept: 'image/webp,*/*' }

const noise = sharp({
  create: {
    width: 240,
    height: 160,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 120, sigma: 40 },
  },
})
/** With some structure, which each format takes its own number of bytes for. */
const picture = noise.clone().blur(2)
const photo = await picture
  .clone()
  .withExif({ IFD0: { Artist: 'A. Visitor' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 54/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 95 })
  .toBuffer()
const drawing = await sharp(
  Buffer.from('<svg width="300" height="200"><circle cx="150" cy="100" r="80" fill="red"/></svg>'),
)
  .png({ compressionLevel: 1 })
  .toBuffer()

const gif = await picture.clone().gif().toBuffer()
const deep = await picture.clone().toColourspace('rgb16').png().toBuffer()

interface Image {
  readonly body: Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly enabled?: boolean
  readonly limits?: Partial<ImageLimits>
}

/** A site whose origin answers with an image, and whose settings have it converted. */
async function siteWith({ body, headers = jpegType, enabled = true, limits = {} }: Image) {
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', ETag: '"a"', ...headers }).end(body)
  })
  const documentActions = { images: [{ _id: 'images', enabled, filters: [] }] }
  const settings = { defaultActions: { documentActions }, resourceRules: [], documentRules: [] }
  const { visit } = await testEdge({ sites: [{ port: origin.port, settings }], images: limits })
  const see = (accept: Readonly<Record<string, string>>) => visit('/', { headers: accept })
  /** Asks until the type of what comes is another one. */
  const seeConverted = (accept: Readonly<Record<string, string>>) =>
    waitFor(async () => {
      const seen = await see(accept)
      expect(seen.headers['content-type']).not.toBe(headers['Content-Type'])
      return seen
    })
  return { visit, see, seeConverted }
}

describe('a photo', () => {
  test('is sent as AVIF or WebP to those who accept it, and as it is to others', async () => {
    const { see, seeConverted } = await siteWith({ body: photo })
    const first = await see(avif)
    expect([first.bytes.equals(photo), first.headers['vary']]).toEqual([true, 'Accept'])
    for (const [accept, format] of [
      [avif, 'avif'],
      [webp, 'webp'],
    ] as const) {
      const { bytes, headers } = await seeConverted(accept)
      expect(headers).toMatchObject({
        'content-type': `image/${format}`,
        'content-length': String(bytes.length),
        etag: `"a-${format}"`,
        vary: 'Accept',
        'server-timing': 'images',
      })
      expect(bytes.length).toBeLessThan(photo.length)
      const { mediaType } = await sharp(bytes).metadata()
      expect(mediaType).toBe(`image/${format}`)
    }
    for (const accept of [{}, { Accept: 'image/*' }, { Accept: '*/*' }, { Accept: 'image/avif;q=0' }]) {
      const { headers, bytes } = await see(accept)
      expect([headers['content-type'], bytes.equals(photo), headers['vary']]).toEqual(['image/jpeg', true, 'Accept'])
    }
  })

  test('loses its metadata, and is turned as that said', async () => {
    const { seeConverted } = await siteWith({ body: photo })
    expect(photo.includes('A. Visitor')).toBe(true)
    const { bytes } = await seeConverted(webp)
    expect(bytes.includes('A. Visitor')).toBe(false)
    const { width, height, exif, icc, orientation } = await sharp(bytes).metadata()
    expect({ width, height, exif, icc, orientation }).toEqual({ width: 160, height: 240 })
  })

  test('can be confirmed in its new form, and comes in parts as it was', async () => {
    const { visit, seeConverted } = await siteWith({ body: photo })
    await seeConverted(webp)
    const same = await visit('/', { headers: { ...webp, 'If-None-Match': '"a-webp"' } })
    expect([same.status, same.headers['etag'], same.headers['vary']]).toEqual([304, '"a-webp"', 'Accept'])
    const part = await visit('/', { headers: { ...webp, Range: 'bytes=0-99' } })
    expect([part.status, part.bytes.equals(photo.subarray(0, 100))]).toEqual([206, true])
    const stale = await visit('/', { headers: { ...webp, Range: 'bytes=0-99', 'If-Range': '"a-webp"' } })
    expect(stale.status).toBe(200)
  })
})

test('a photo with too many pixels for AVIF becomes WebP', async () => {
  const { seeConverted } = await siteWith({ body: photo, limits: { avifPixels: 1000 } })
  expect((await seeConverted(avif)).headers['content-type']).toBe('image/webp')
})

test('a PNG becomes WebP without loss, also for those who would take AVIF', async () => {
  const { seeConverted } = await siteWith({ body: drawing, headers: pngType })
  const { bytes, headers } = await seeConverted(avif)
  expect(headers['content-type']).toBe('image/webp')
  const [before, after] = await Promise.all([drawing, bytes].map((body) => sharp(body).flatten().raw().toBuffer()))
  expect(after?.equals(before ?? Buffer.of())).toBe(true)
})

describe('stays as it is:', () => {
  const limits = { body: 2 ** 20, pixels: 1_000_000, avifPixels: 1_000_000, time: 90_000, waiting: 2 }
  const converterWith = (changed: Partial<ImageLimits>) => {
    const converter = new ImageConverter({ limits: { ...limits, ...changed }, log: pino({ level: 'silent' }) })
    onTestFinished(() => converter.close())
    return converter
  }
  const shared = new ImageConverter({ limits, log: pino({ level: 'silent' }) })
  afterAll(() => shared.close())
  /** Converts an image by itself, to see that it's refused rather than not yet made. */
  const converted = (body: Buffer) => shared.convert(body, 'webp')

  test('what would become larger', async () => {
    const small = await noise.clone().jpeg({ quality: 5 }).toBuffer()
    expect(await converted(small)).toBe('unsuitable')
  })

  test('a bomb: a small file with more pixels than allowed', async () => {
    const bomb = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(2 ** 20)
    expect(await converted(bomb)).toBe('unsuitable')
  })

  test('a bomb whose header lies', async () => {
    const header = Buffer.from(drawing)
    // width and height of the IHDR, whose checksum no longer holds
    header.writeUInt32BE(60_000, 16)
    header.writeUInt32BE(60_000, 20)
    expect(await converted(header)).toBe('unsuitable')
  })

  test('a file that is too large', async () => {
    expect(await converterWith({ body: photo.length - 1 }).convert(photo, 'webp')).toBe('unsuitable')
  })

  test.each([
    ['half a photo', photo.subarray(0, photo.length / 2)],
    ['rubbish', Buffer.alloc(5000, 'x')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'.padEnd(2000))],
    ['a GIF', gif],
    ['a PNG with 16 bits a channel', deep],
    ['a PNG that moves', withChunk(drawing, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
  ])('%s', async (_, body) => {
    expect(await converted(body)).toBe('unsuitable')
  })

  test('one that takes too long, and the next one is converted all the same', async () => {
    const converter = converterWith({ time: 1 })
    expect(await converter.convert(photo, 'webp')).toBe('unsuitable')
    expect(await converter.convert(photo, 'webp')).toBe('unsuitable')
    expect(await converted(photo)).toBeInstanceOf(Buffer)
  })

  test('those that come while many wait, until they are asked for again', async () => {
    const converter = converterWith({})
    const all = await Promise.all(Array.from({ length: 5 }, () => converter.convert(photo, 'webp')))
    expect(all.filter((one) => one === 'busy')).toHaveLength(2)
    expect(await converter.convert(photo, 'webp')).toBeInstanceOf(Buffer)
  })

  test.each([
    ['no-transform', { ...jpegType, 'Cache-Control': 'max-age=600, no-transform' }],
    ['a download', { ...jpegType, 'Content-Disposition': 'attachment; filename="photo.jpg"' }],
    ['another type', { 'Content-Type': 'image/gif' }],
    ['a type that every object has a property of', { 'Content-Type': 'constructor' }],
  ])('%s', async (_, headers) => {
    const { see } = await siteWith({ body: photo, headers })
    for (let i = 0; i < 3; i++) {
      const { status, headers: sent } = await see(webp)
      expect([status, sent['vary']]).toEqual([200, undefined])
    }
  })

  test('everything where the settings do not ask for it', async () => {
    const { see } = await siteWith({ body: photo, enabled: false })
    for (let i = 0; i < 3; i++) expect((await see(webp)).headers['vary']).toBeUndefined()
  })

  test('everything where sharp cannot be loaded, and the log says so once', async () => {
    const lines: string[] = []
    const hooks = `import{registerHooks}from'node:module';registerHooks({resolve(s,c,n){if(s==='sharp')throw new Error('no build');return n(s,c)}})`
    const converter = new ImageConverter({
      limits,
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`],
    })
    onTestFinished(() => converter.close())
    for (let i = 0; i < 3; i++) expect(await converter.convert(photo, 'webp')).toBe('unsuitable')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ reason: 'no build' }])
  })
})

/** Puts a chunk after the header of a PNG. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const end = 33
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const content = Buffer.concat([Buffer.from(type), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([png.subarray(0, end), length, content, checksum, png.subarray(end)])
}
