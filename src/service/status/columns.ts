/** Rows in columns for a terminal, the first ones aligned on the left and the others, which are numbers, on the right. */
export function columns(rows: readonly (readonly string[])[], onTheLeft = 1): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column < onTheLeft ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
