export type CsvCell = string | number | boolean | null | undefined

/** A table as CSV (RFC 4180) with its header row; null and undefined are empty cells. */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/**
 * What makes a spreadsheet read text as a formula, full-width forms included (OWASP, "CSV Injection"). Apostrophes before
 * it count too, so that every escaped cell has exactly one text: its own without the first apostrophe.
 */
const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/

function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  // a leading apostrophe makes the spreadsheet show it as text; numbers stay numbers
  const safe = typeof value === 'string' && startsFormula.test(text) ? `'${text}` : text
  // some spreadsheets also take semicolons or tabs as separators, and a formula could begin after one
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
