import classes from './Timeline.module.css'

const words = {
  queued: 'queued by the browser',
  dns: 'DNS',
  connect: 'connect',
  tls: 'TLS',
  wait: 'wait',
  receive: 'receive',
} as const

/** The phases of a request, told apart by their height. */
export function PhaseKey() {
  return (
    <ul className={classes.legend} aria-label="Phases">
      {Object.entries(words).map(([phase, label]) => (
        <li key={phase}>
          <span className={classes.swatch} aria-hidden="true">
            <span className={classes.phase} data-phase={phase} />
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}
