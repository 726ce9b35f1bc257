import { LegendList } from '../../../kit/charts/Legend.tsx'
import classes from './Timeline.module.css'

const words = {
  queued: 'queued in the browser',
  dns: 'DNS',
  connect: 'connect',
  tls: 'TLS',
  wait: 'wait',
  receive: 'receive',
} as const

/** The legend of a request's phases, which differ in height. */
export function PhaseKey() {
  return (
    <LegendList label="Phases">
      {Object.entries(words).map(([phase, label]) => (
        <li key={phase}>
          <span className={classes.swatch} aria-hidden="true">
            <span className={classes.phase} data-phase={phase} />
          </span>
          {label}
        </li>
      ))}
    </LegendList>
  )
}
