import { types, type Line, type Type } from './purge-rows.ts'

export interface Understood {
  readonly lines: readonly Line[]
  /** Lines that stood there before. */
  readonly repeated: number
}

/**
 * What people paste: addresses, paths, or CSV of domain, path and type, with or without a head, separated by commas,
 * semicolons or tabs. Empty lines and those that begin with # are left out. Nothing is judged here.
 */
export function readLines(text: string): Understood {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((row) => row.trim())
    .filter((row) => row !== '' && !row.startsWith('#'))
  const head = headOf(rows[0])
  const lines = (head ? rows.slice(1) : rows).map((row) => (head ? byHead(row, head) : byForm(row)))
  const different = new Map(lines.map((line) => [JSON.stringify([line.domain.toLowerCase(), line.path]), line]))
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
  const head = cellsOf(row ?? '').map((cell) => names[cell.toLowerCase()])
  return head.includes('path') ? head : undefined
}

function byHead(row: string, head: Head): Line {
  const cells = cellsOf(row)
  const cell = (name: 'domain' | 'path' | 'type') => cells[head.indexOf(name)] ?? ''
  const line = addressOrPath(cell('path'))
  return { ...line, domain: cell('domain') || line.domain, ...typed(cell('type')) }
}

function byForm(row: string): Line {
  const cells = cellsOf(row)
  const last = cells.length > 1 ? typed(cells.at(-1) ?? '') : {}
  const rest = last.type ? cells.slice(0, -1) : cells
  const [first = '', second = ''] = rest
  // a path may hold commas itself
  if (rest.length === 1 || first.startsWith('/') || isAddress(first)) {
    return {
      ...addressOrPath(last.type && rest.length === 1 ? first : last.type ? rest.join(',') : unquoted(row)),
      ...last,
    }
  }
  return { domain: first, path: second, ...typed(rest[2] ?? ''), ...last }
}

function addressOrPath(text: string): Line {
  if (!isAddress(text)) return { domain: '', path: text }
  const address = URL.parse(text)
  return address ? { domain: address.host, path: address.pathname + address.search } : { domain: '', path: text }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** `page` in a file means what the path says, so that it need not be exact. */
function typed(cell: string): { type?: Type } {
  const type = types.find((name) => name === cell.toLowerCase())
  return type && type !== 'page' ? { type } : {}
}

function unquoted(row: string): string {
  const [only, ...others] = cellsOf(row)
  return others.length === 0 ? (only ?? '') : row
}

/** The cells of one line (RFC 4180): quoted ones may hold separators, and quotes twice. */
function cellsOf(row: string): readonly string[] {
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
  return [...cells, cell.trim()]
}
