// not the whole contract: reader threads load this
import { type CsvCell, csvOf } from '../../contract/csv.ts'

/**
 * Records as CSV, one column per field: first the known columns, so that an empty list still has its header, then any
 * others in the order in which they first appear. Nested values are JSON.
 */
export function recordsAsCsv(rows: readonly unknown[], knownColumns: readonly string[] = []): string {
  const records = rows.map((row) =>
    typeof row === 'object' && row !== null ? new Map<string, unknown>(Object.entries(row)) : new Map([['value', row]]),
  )
  const columns = [...new Set([...knownColumns, ...records.flatMap((record) => [...record.keys()])])]
  return csvOf(
    columns,
    records.map((record) => columns.map((column) => cellOf(record.get(column)))),
  )
}

function cellOf(value: unknown): CsvCell {
  if (value === null || value === undefined) return value
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
