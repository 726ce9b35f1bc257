export type CsvCell = string | number | boolean | null | undefined

/** CSV (RFC 4180) with its head; a number that was not measured is an empty cell. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  // a spreadsheet would run what begins like a formula: a quote before it makes it text
  const safe = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
