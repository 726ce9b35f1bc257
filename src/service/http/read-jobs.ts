import type { ReadableDatabase } from '../database/index.ts'
import { recordsAsCsv } from './records-csv.ts'

interface CsvInput {
  /** A reply as JSON. */
  readonly json: Uint8Array
  /** The field with the rows. */
  readonly rows: string
  readonly columns: readonly string[]
}

/** The rows of a large reply as CSV. */
export async function csvOfReply(_: ReadableDatabase, { json, rows, columns }: CsvInput) {
  const reply = JSON.parse(new TextDecoder().decode(json)) as Record<string, unknown>
  const records = reply[rows]
  return new TextEncoder().encode(recordsAsCsv(Array.isArray(records) ? records : [], columns))
}
