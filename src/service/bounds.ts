type Unit = 'bytes' | 'ms' | ''

/** The limits of what pages may send, use and take. */
const table = {
  // pages
  pageText: [1024, 'bytes', 'One console message or uncaught exception of a page; the rest is cut'],
  pageTexts: [100, '', 'Console messages and uncaught exceptions kept of a view, of each kind'],
  pageAddress: [2048, 'bytes', 'The address of one request of a page; the rest is cut'],
  pageRequests: [2000, '', 'Requests of a view; a page that makes more is stopped'],
  pageHeader: [8192, 'bytes', 'The value of one response header of a page; the rest is cut'],
  pageHeaders: [200, '', 'Response headers kept of a page'],
  pageBytes: [200 * 2 ** 20, 'bytes', 'What a view of a page may receive; a page that receives more is stopped'],
  pageTargets: [64, '', 'Frames of other sites and workers of a page that are watched'],
  browserMemory: [1536 * 2 ** 20, 'bytes', 'Memory of a browser and all its processes, shared memory not counted'],
  rendererProcesses: [16, '', 'Renderer processes of a browser; further sites share them'],
  browserProcesses: [64, '', 'Processes of a browser'],
  browserStart: [60_000, 'ms', 'For a browser to start'],
  browserGrace: [15_000, 'ms', 'For a page to be closed after the time-outs of its views'],
} as const satisfies Record<string, readonly [limit: number, unit: Unit, what: string]>

type Name = keyof typeof table

const names = Object.keys(table) as Name[]

/** The limit of each, in bytes, milliseconds or as a count. */
export const bounds = Object.fromEntries(names.map((name) => [name, table[name][0]])) as Readonly<Record<Name, number>>

/** Every limit as the documentation lists it. */
export function documentedBounds(): readonly { readonly what: string; readonly limit: string }[] {
  return names.map((name) => {
    const [limit, unit, what] = table[name]
    return { what, limit: limitText(limit, unit) }
  })
}

function limitText(limit: number, unit: Unit): string {
  if (unit === 'ms') return `${limit / 1000} s`
  if (unit === '') return limit.toLocaleString('en')
  return limit < 2 ** 20 ? `${limit / 2 ** 10} KiB` : `${limit / 2 ** 20} MiB`
}

/** Shortens a text to `maxBytes` of UTF-8, and marks it as cut. */
export function cut(text: string, maxBytes: number): string {
  // a UTF-16 unit takes at most 3 bytes, so most texts need no counting
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text.length > maxBytes ? text.slice(0, maxBytes) : text)
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text
  const mark = Buffer.from('… (cut)')
  // drop a character that was cut in half
  return `${bytes
    .subarray(0, maxBytes - mark.length)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}${mark.toString()}`
}
