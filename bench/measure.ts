/** What a measured call came to, in ms. */
export interface Timing {
  readonly name: string
  readonly median: number
  readonly p99: number
}

/** Calls so many times, after a tenth as many to warm up. */
export async function timed(name: string, runs: number, call: () => Promise<unknown>): Promise<Timing> {
  for (let i = 0; i < runs / 10; i++) await call()
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
  return { name, median: at(0.5), p99: at(0.99) }
}

/** Columns as wide as their widest cell: the first to the left, the others, numbers, to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return `${[line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')}\n`
}

export const ms = (value: number): string => value.toFixed(2)
