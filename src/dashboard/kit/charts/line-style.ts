interface Styled {
  readonly previousPeriod?: boolean
}

/** The rest of a bar's time is the gap to the next. */
export const barShare = 0.7

/** Dashes tell the series apart without colour. */
const dashes = ['', '5 3', '1.5 3', '8 3 2 3', '3 2', '10 4']

/** The first two have an area of their own; of others, it's a tint of the line. */
const areas = ['var(--sp-area-1)', 'var(--sp-area-2)']

/** The fill below the line of the series at an index. */
export function areaFill(index: number): string {
  return areas[index] ?? `color-mix(in srgb, var(--sp-series-${index + 1}) 14%, transparent)`
}

/** The style of the series at an index. `variable` is its colour's CSS variable. */
export function lineStyle({ previousPeriod = false }: Styled, index: number): { variable: string; dashes: string } {
  return previousPeriod
    ? { variable: '--sp-muted', dashes: '1.5 3' }
    : { variable: `--sp-series-${index + 1}`, dashes: dashes[index] ?? '' }
}
