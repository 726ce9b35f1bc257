import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { promisify } from 'node:util'
import type { UncompressedReason } from '../../contract/explanation.ts'
import { type Entry, type Fields, forbidsTransforming } from '../cache/index.ts'
import { acceptedCodings, type Coding, isEncoded } from './codings.ts'
import { linesOfForm } from './forms.ts'

/** Shorter bodies fit into one packet anyway. */
const minLength = 1024

/** Statuses whose answers have no body, or a part of one. */
const withoutWhole: ReadonlySet<number> = new Set([204, 205, 206, 226, 304, 416])

/** Types that compress well, as far as the web has them; event streams are left alone. */
const compressibleType = new RegExp(
  `^(?!text/event-stream\\b)(?:${[
    'text/',
    // with their relatives: ld+json, json-seq, xhtml+xml, xml-dtd
    '(?:application|model)/(?:[\\w.+-]+\\+)?(?:json|xml)',
    'application/(?:x-)?(?:javascript|ecmascript|ndjson|jsonlines|graphql|yaml|toml|sql|mpegurl)',
    'application/(?:manifest|wasm|rtf|vnd\\.apple\\.mpegurl)|audio/(?:x-)?mpegurl',
    'image/(?:svg|bmp|x-icon|vnd\\.microsoft\\.icon)',
    // fonts, by their old names, too
    'font/(?:ttf|otf|sfnt|collection)|application/(?:x-)?(?:font-)?(?:ttf|otf|truetype|opentype|sfnt)',
    'application/vnd\\.ms-fontobject',
  ].join('|')})`,
  'i',
)

/** Whether a response is worth compressing, and its origin allows it (no-transform, RFC 9111, section 5.2.2.6). */
export function isCompressible(status: number, fields: Fields): boolean {
  return !isEncoded(fields) && whyUncompressed(status, fields) === undefined
}

/** Why a response that isn't compressed stays so, undefined if it doesn't. */
export function whyUncompressed(status: number, fields: Fields): UncompressedReason | undefined {
  if (withoutWhole.has(status) || fields['content-range'] !== undefined) return 'status'
  if (!compressibleType.test(fields['content-type'] ?? '')) return 'type'
  if (forbidsTransforming(fields)) return 'no-transform'
  const length = fields['content-length']
  return length !== undefined && Number(length) < minLength ? 'too small' : undefined
}

const compressors: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  zstd: (body) => promisify(zstdCompress)(body),
}

/** Adds the compressed forms of an entry that don't exist yet, where they are smaller. In zlib's threads. */
export async function compress(entry: Entry, wanted: readonly Coding[]): Promise<void> {
  if (entry.body.length < minLength) return
  // one that is there and empty is under way, or wasn't worth it
  const missing = wanted.filter((coding) => !entry.encodings.has(coding))
  await Promise.all(
    missing.map(async (coding) => {
      entry.encodings.set(coding, empty)
      const compressed = await compressors[coding](entry.body)
      if (compressed.length < entry.body.length) entry.encodings.set(coding, compressed)
    }),
  )
}

const empty = Buffer.alloc(0)

/** The form of an entry that suits a visitor best. */
export function encodingFor(entry: Entry, acceptEncoding: string | undefined): Coding | undefined {
  return acceptedCodings(acceptEncoding).find((coding) => (entry.encodings.get(coding)?.length ?? 0) > 0)
}

/** The lines of an answer in a compressed form. */
export function encodedLines(
  entry: Pick<Entry, 'lines' | 'fields'>,
  coding: Coding,
  length: number | undefined,
): string[] {
  return linesOfForm(entry, coding, length, ['Content-Encoding', coding])
}
