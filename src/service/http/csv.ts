/**
 * Rows of records as CSV (RFC 4180), one column a field: those that are known beforehand, so that an empty list has its
 * header too, then others in the order in which they first come.
 */
export function csvOf(rows: readonly unknown[], known: readonly string[] = []): string {
  const records = rows.map((row) =>
    typeof row === 'object' && row !== null ? new Map(Object.entries(row)) : new Map([['value', row]]),
  )
  const columns = [...new Set([...known, ...records.flatMap((record) => [...record.keys()])])]
  const lines = [columns, ...records.map((record) => columns.map((column) => record.get(column)))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // a spreadsheet would run what begins like a formula: a quote before it makes it text
  const safe = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
