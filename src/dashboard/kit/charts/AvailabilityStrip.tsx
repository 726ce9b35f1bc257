import { plural } from '../format/format.ts'
import classes from './AvailabilityStrip.module.css'

/** How something was during one hour or day; undefined if it wasn't measured. */
export type Availability = 'up' | 'slow' | 'partly down' | 'down' | undefined

interface Props {
  /** Oldest first. */
  times: readonly Availability[]
  unit: 'hour' | 'day'
  /** Of what: "www.fjordbikes.example". */
  of: string
  /** In a verdict, what is up is green. In a table it is grey, so that trouble stands out. */
  isVerdict?: boolean
}

/** What a service reports; what isn't known here counts as not measured. */
export function reportedTimes(states: readonly (string | null)[]): readonly Availability[] {
  return states.map((state) => known.find((one) => one === state))
}

const known = ['up', 'slow', 'partly down', 'down'] as const

/** Of each state, the share of the height. Trouble is taller, so that it is told without colour. */
const heights = { down: 1, 'partly down': 1, slow: 0.8, up: 0.6, 'not measured': 0.1 } as const
type State = keyof typeof heights

/** The size of a bar and of the gap after it. */
const bar = { width: 3, gap: 1, height: 20 } as const

/**
 * How something was over time, a bar for each hour or day. Each state is one path, so that hundreds cost little. Places are
 * empty before the first measurement, and at the last hour or day, which isn't over, while nothing is known of it.
 */
export function AvailabilityStrip({ times, unit, of, isVerdict = false }: Props) {
  const over = times.at(-1) === undefined ? times.slice(0, -1) : times
  const states = over.map((state): State => state ?? 'not measured')
  const counts = (Object.keys(heights) as State[]).flatMap((state) => {
    const count = states.filter((one) => one === state).length
    return count === 0 ? [] : [{ state, count }]
  })
  const first = states.findIndex((state) => state !== 'not measured')
  const inWords = counts.map(({ state, count }) => `${plural(count, unit)} ${state}`).join(', ')
  return (
    <svg
      className={classes.strip}
      data-verdict={isVerdict || undefined}
      viewBox={`0 0 ${times.length * (bar.width + bar.gap) - bar.gap} ${bar.height}`}
      style={{ ['--bars' as string]: times.length }}
      preserveAspectRatio="none"
      role="img"
    >
      {/* its name, and a tooltip that says what is orange */}
      <title>{`Availability of ${of}: ${inWords || 'not measured'}`}</title>
      {counts.map(({ state }) => (
        <path key={state} data-state={state} d={barsOf(states, state, first)} />
      ))}
    </svg>
  )
}

function barsOf(states: readonly State[], shown: State, first: number): string {
  const height = bar.height * heights[shown]
  const { width, gap } = bar
  return states
    .flatMap((state, i) =>
      state === shown && i >= first
        ? [`M${i * (width + gap)} ${bar.height - height}h${width}v${height}h${-width}Z`]
        : [],
    )
    .join('')
}
