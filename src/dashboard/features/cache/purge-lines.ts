import { types } from './purge-kinds.ts'
import { isBlank, placeOf, typeOf, type Line } from './purge-rows.ts'

export interface PastedLines {
  readonly lines: readonly Line[]
  /** How many duplicates were skipped. */
  readonly repeated: number
}

/**
 * Reads pasted addresses, paths, or CSV of domain, path and type, with or without a header, separated by commas,
 * semicolons or tabs. Lines with neither domain nor path, and lines that start with #, are skipped. A line that can't be
 * read says why; what the service accepts is checked elsewhere.
 */
export function readLines(text: string): PastedLines {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((row) => row.trim())
    .filter((row) => row !== '' && !row.startsWith('#'))
  const header = headerOf(rows[0])
  const lines = (header ? rows.slice(1) : rows)
    .map((row) => (header ? byHeader(row, header) : byShape(row)))
    .filter((line) => !isBlank(line))
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

type Header = readonly ('domain' | 'path' | 'type' | undefined)[]

/** Undefined if the first line is not a header. */
function headerOf(row: string | undefined): Header | undefined {
  const header = cellsOf(row ?? '').cells.map((cell) => names[cell.toLowerCase()])
  return header.includes('path') ? header : undefined
}

function byHeader(row: string, header: Header): Line {
  const { cells, closed } = cellsOf(row)
  if (!closed) return unclosed(row)
  const cell = (name: 'domain' | 'path' | 'type') => cells[header.indexOf(name)] ?? ''
  return { ...placeOf({ domain: cell('domain'), path: cell('path') }), ...typed(cell('type')) }
}

function byShape(row: string): Line {
  const { cells, separator, closed } = cellsOf(row)
  if (!closed) return unclosed(row)
  const [first = '', ...others] = cells
  if (others.length === 0) return placeOf({ domain: '', path: first })
  if (!first.startsWith('/') && placeOf({ domain: '', path: first }).domain === '') {
    if (others.length === 1) return placeOf({ domain: first, path: others[0] ?? '' })
    return { ...placeOf({ domain: first, path: others.slice(0, -1).join(separator) }), ...typed(others.at(-1) ?? '') }
  }
  const last = others.at(-1) ?? ''
  // a path may contain commas, so the last cell is a type only if it looks like one
  if (!/^[a-z]*$/i.test(last)) return placeOf({ domain: '', path: cells.join(separator) })
  const line = { ...placeOf({ domain: '', path: cells.slice(0, -1).join(separator) }), ...typed(last) }
  return line.unread ? { ...line, unread: { ...line.unread, words: `${line.unread.words} ${quoteIt}` } } : line
}

const quoteIt = 'If the path contains a comma, put it in quotes.'

function unclosed(row: string): Line {
  return { domain: '', path: row, unread: { field: 'path', words: 'The quotation mark isn’t closed.' } }
}

/** `page` in a file leaves the type to the path, so it needn't be exact. */
function typed(cell: string): Pick<Line, 'type' | 'unread'> {
  const type = types.find((name) => name === cell.toLowerCase())
  if (type) return type === 'page' ? {} : { type }
  if (cell === '') return {}
  return { unread: { field: 'type', words: `Unknown type “${cell}”. Use page, css or js.` } }
}

interface Cells {
  readonly cells: readonly string[]
  readonly separator: string
  /** Whether every quote is closed. */
  readonly closed: boolean
}

/** The cells of one line (RFC 4180): quoted cells may contain separators and doubled quotes. */
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
