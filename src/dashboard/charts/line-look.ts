interface Drawn {
  readonly previousPeriod?: boolean
}

/** Told apart by the line before the colour. */
const dashes = ['', '5 3', '1.5 3', '8 3 2 3', '3 2', '10 4']

/** How the series at a place among the others is drawn. `variable` is the colour's name in the theme. */
export function lineLook({ previousPeriod = false }: Drawn, place: number): { variable: string; dashes: string } {
  return previousPeriod
    ? { variable: '--sp-muted', dashes: '1.5 3' }
    : { variable: `--sp-series-${place + 1}`, dashes: dashes[place] ?? '' }
}
