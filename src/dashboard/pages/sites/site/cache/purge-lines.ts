import { typeOf, types, type Line } from './purge-rows.ts'

export interface Understood {
  readonly lines: readonly Line[]
  /** Lines that stood there before. */
  readonly repeated: number
}

/**
 * What people paste: addresses, paths, or CSV of domain, path and type, with or without a head, separated by commas,
 * semicolons or tabs. Empty lines and those that begin with # are left out. What cannot be understood of a line says so
 * on it; what the service takes is judged elsewhere.
 */
export function readLines(text: string): Understood {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((row) => row.trim())
    .filter((row) => row !== '' && !row.startsWith('#'))
  const head = headOf(rows[0])
  const lines = (head ? rows.slice(1) : rows).map((row) => (head ? byHead(row, head) : byForm(row)))
  const keyOf = (line: Line) =>
    JSON.stringify([line.domain.toLowerCase(), line.path, typeOf(line), line.unread?.words ?? ''])
  const different = new Map(lines.map((line) => [keyOf(line), line]))
  return { lines: [...different.values()], repeated: lines.length - different.size }
}

const names: Readonly<Record<string, 'domain' | 'path' | 'type'>> = {
  domain: 'domain',
  host: 'domain',
  path: 'path',
  condition: 'path',
  url: 'path',
  uri: 'path',
  type: 'type',
  content_type: 'type',
}

type Head = readonly ('domain' | 'path' | 'type' | undefined)[]

/** Undefined where the first line is one like the others. */
function headOf(row: string | undefined): Head | undefined {
  const head = cellsOf(row ?? '').cells.map((cell) => names[cell.toLowerCase()])
  return head.includes('path') ? head : undefined
}

function byHead(row: string, head: Head): Line {
  const { cells, closed } = cellsOf(row)
  if (!closed) return unclosed(row)
  const cell = (name: 'domain' | 'path' | 'type') => cells[head.indexOf(name)] ?? ''
  return { ...placeOf(cell('domain'), cell('path')), ...typed(cell('type')) }
}

function byForm(row: string): Line {
  const { cells, separator, closed } = cellsOf(row)
  if (!closed) return unclosed(row)
  const [first = '', ...others] = cells
  if (others.length === 0) return placeOf('', first)
  if (!first.startsWith('/') && !hostAndPath(first)) {
    if (others.length === 1) return placeOf(first, others[0] ?? '')
    return { ...placeOf(first, others.slice(0, -1).join(separator)), ...typed(others.at(-1) ?? '') }
  }
  const last = others.at(-1) ?? ''
  // a path may hold commas itself, so that only what looks like a type is taken for one
  if (!/^[a-z]*$/i.test(last)) return placeOf('', cells.join(separator))
  const line = { ...placeOf('', cells.slice(0, -1).join(separator)), ...typed(last) }
  return line.unread ? { ...line, unread: { ...line.unread, words: `${line.unread.words} ${quoteIt}` } } : line
}

const quoteIt = 'Put a path with a comma of its own in quotes.'

function unclosed(row: string): Line {
  return { domain: '', path: row, unread: { field: 'path', words: 'The quote is not closed.' } }
}

/** What is an address where a path should be says its domain itself. */
function placeOf(domain: string, path: string): Line {
  const address = isAddress(path) || domain === '' ? hostAndPath(path) : undefined
  return address ?? { domain, path }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Of `https://host/path`, `//host/path` and `host.with.dots/path`; undefined for all else. */
function hostAndPath(text: string): Line | undefined {
  const full = isAddress(text)
    ? text
    : /^\/\/[^/]/.test(text)
      ? `https:${text}`
      : /^[^/?#\s]+\.[^/?#\s]+\//.test(text)
        ? `https://${text}`
        : ''
  const address = URL.parse(full)
  return address ? { domain: address.host, path: address.pathname + address.search } : undefined
}

/** `page` in a file means what the path says, so that it need not be exact. */
function typed(cell: string): Pick<Line, 'type' | 'unread'> {
  const type = types.find((name) => name === cell.toLowerCase())
  if (type) return type === 'page' ? {} : { type }
  if (cell === '') return {}
  return { unread: { field: 'type', words: `There is no type “${cell}”: page, css or js.` } }
}

interface Cells {
  readonly cells: readonly string[]
  readonly separator: string
  /** Whether every quote that was opened was closed. */
  readonly closed: boolean
}

/** The cells of one line (RFC 4180): quoted ones may hold separators, and quotes twice. */
function cellsOf(row: string): Cells {
  const separator = row.includes('\t') ? '\t' : row.includes(';') && !row.includes(',') ? ';' : ','
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < row.length; i++) {
    const sign = row[i] ?? ''
    if (quoted && sign === '"' && row[i + 1] === '"') {
      cell += '"'
      i++
    } else if (sign === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return { cells: [...cells, cell.trim()], separator, closed: !quoted }
}
