/** Characters that a terminal would obey, or that would make text read in another order. */
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of strangers for a terminal: what isn't to be seen in it is written as `\u001b`. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escaped)
}

/** The same for JSON, whose own line breaks stay. It remains the same JSON: in it, these can only be in strings. */
export function printableJson(json: string): string {
  return json.replaceAll(unprintable, (character) => (/[\t\n\r]/.test(character) ? character : escaped(character)))
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return printable(typeof value === 'string' ? value : JSON.stringify(value))
}

interface TableOptions {
  /** How wide a line can be. */
  readonly width?: number | undefined
  readonly bold?: (text: string) => string
}

/** A table of records, without the columns whose values are lists or objects. The last ones are left out if it's too wide. */
export function tableOf(
  rows: readonly unknown[],
  { width = Number.POSITIVE_INFINITY, bold = (text) => text }: TableOptions = {},
): string {
  const records = rows.map((row) => (isObject(row) ? row : { value: row }))
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) =>
    records.every((record) => typeof record[name] !== 'object' || record[name] === null),
  )
  let used = 0
  const columns = names
    .map((name) => ({ name, cells: records.map((record) => cell(record[name])) }))
    .map((column) => ({ ...column, width: Math.max(column.name.length, ...column.cells.map(({ length }) => length)) }))
    .filter((column, i) => (used += column.width + 2) - 2 <= width || i === 0)
  const line = (texts: readonly string[]) =>
    texts
      .map((text, i) => text.padEnd(columns[i]?.width ?? 0))
      .join('  ')
      .trimEnd()
  const header = bold(line(columns.map(({ name }) => printable(name))))
  return [header, ...records.map((_, i) => line(columns.map(({ cells }) => cells[i] ?? '')))].join('\n')
}

/** A record as a line for each value: `dns.cname_seen  a1.edge.example`. */
export function recordOf(record: unknown, { bold = (text) => text }: TableOptions = {}): string {
  const entries = entriesOf(record)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${bold(name.padEnd(width))}  ${value}`).join('\n')
}

function entriesOf(value: unknown, name = ''): readonly (readonly [name: string, value: string])[] {
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) =>
      entriesOf(inner, name ? `${name}.${printable(key)}` : printable(key)),
    )
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value.flatMap((item: unknown, i) => entriesOf(item, `${name}.${i}`))
  return [[name, Array.isArray(value) ? value.map(cell).join(', ') || '–' : cell(value)]]
}
