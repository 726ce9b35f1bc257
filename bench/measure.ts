/** Times of repeated runs, in ms. */
export interface Times {
  readonly median: number
  readonly p99: number
  readonly runs: number
}

/** Warms up with a few runs, then measures each run. */
export async function measure(runs: number, run: () => Promise<unknown>): Promise<Times> {
  for (let i = 0; i < Math.min(5, runs); i++) await run()
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return timesOf(times)
}

export function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * rank))] ?? 0
  return { median: at(0.5), p99: at(0.99), runs: sorted.length }
}

export interface Row {
  readonly what: string
  readonly median?: string
  readonly p99?: string
  readonly limit: string
  readonly ok: boolean
}

/** A row of times, with limits on the median or the 99th percentile in ms. */
export function timed(what: string, { median, p99 }: Times, limit: { median?: number; p99?: number }): Row {
  const ok = (limit.median === undefined || median <= limit.median) && (limit.p99 === undefined || p99 <= limit.p99)
  const words = [
    limit.median === undefined ? '' : `median ${limit.median} ms`,
    limit.p99 === undefined ? '' : `p99 ${limit.p99} ms`,
  ]
  return { what, median: ms(median), p99: ms(p99), limit: words.filter(Boolean).join(', '), ok }
}

/** A row with times and the range in ms in which their median must lie. */
export function within(what: string, { median, p99 }: Times, [min, max]: readonly [number, number]): Row {
  return {
    what,
    median: ms(median),
    p99: ms(p99),
    limit: `median ${min} to ${max} ms`,
    ok: median >= min && median <= max,
  }
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`
}

/**
 * Prints a table.
 * @param columns the headings of a row's `median` and `p99`, where they hold something else
 * @returns whether every row is within its limit
 */
export function printTable(
  title: string,
  rows: readonly Row[],
  columns: readonly [string, string] = ['median', 'p99'],
): boolean {
  const cells = [
    ['', ...columns, 'limit', ''],
    ...rows.map((row) => [row.what, row.median ?? '', row.p99 ?? '', row.limit, row.ok ? 'ok' : 'OVER LIMIT']),
  ]
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  process.stdout.write(`\n${title}\n`)
  for (const line of cells) {
    const text = line
      .map((cell, i) => (i === 0 || i > 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
    process.stdout.write(`  ${text.trimEnd()}\n`)
  }
  return rows.every(({ ok }) => ok)
}
