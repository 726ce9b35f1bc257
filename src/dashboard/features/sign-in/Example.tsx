import type { ReactNode } from 'react'
import { SeverityMark } from '../../kit/marks/Mark.tsx'
import classes from './Example.module.css'

/** The site's LCP of each half hour from noon on, s. */
const lcp = [
  1.06, 1.02, 1.09, 1.04, 1.1, 1.07, 1.01, 1.05, 1.08, 1.03, 0.99, 1.04, 1.1, 1.06, 1.02, 1.07, 1.04, 1.01, 1.09, 1.05,
  1.03, 1.06, 1.02, 1.05, 1.04, 1.08, 3.05, 3.4, 3.46, 3.62, 3.84, 3.9, 4.02, 4.12, 4.55, 4.62, 4.98, 5.21, 5.08, 5.24,
  5.02, 5.16, 5.12, 5.2, 5.06, 5.11, 5.14, 5.19,
] as const
const firstSlow = 26
const limit = 2
const top = 6
const marked = [0, 4] as const
const times = ['12:00', '18:00', '00:00', '06:00'] as const
/** Values between two times. */
const apart = 12

const width = 480
const height = 96
const x = (i: number) => (i / (lcp.length - 1)) * width
const y = (seconds: number) => height - (seconds / top) * height

type Phase = 'dns' | 'connect' | 'tls' | 'wait' | 'receive'

/** What the page asked for: when each request began and how long its phases took, s. */
const requests: readonly (readonly [
  name: string,
  type: string,
  start: number,
  phases: Partial<Record<Phase, number>>,
])[] = [
  ['/', 'document', 0, { dns: 0.04, connect: 0.05, tls: 0.08, wait: 3.62, receive: 0.1 }],
  ['style.css', 'css', 3.9, { wait: 0.11, receive: 0.06 }],
  ['app.js', 'script', 3.92, { wait: 0.14, receive: 0.22 }],
  ['hero.avif', 'image', 4.3, { wait: 0.16, receive: 0.5 }],
  ['cart.json', 'fetch', 4.36, { wait: 0.34, receive: 0.06 }],
]

const share = (part: number, whole: number = top) => `${((part / whole) * 100).toFixed(2)}%`

/** What the dashboard tells of a slow site. A drawing: nothing in it is read from the service. */
export function Example() {
  return (
    <div
      className={classes.card}
      role="img"
      aria-label="Example: www.harborbooks.example has been slow since 01:00. Its LCP is 5.19 s, over the limit of 2 s, because its server answers 3.4 s later than before."
    >
      <div className={classes.head}>
        <SeverityMark severity="error" />
        <span className={classes.grows}>
          <b>www.harborbooks.example is slow</b>
          <span className={classes.muted}>LCP 5.19 s, limit 2 s · since 01:00</span>
        </span>
        <span className={classes.tag}>Example</span>
      </div>
      <Part title="Since when">
        <div className={classes.plot}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            {marked.map((at) => (
              <path key={at} className={classes.grid} d={`M0 ${y(at)}H${width}`} />
            ))}
            <rect className={classes.trouble} x={x(firstSlow)} width={width - x(firstSlow)} height={height} />
            <path className={classes.edge} d={`M${x(firstSlow)} 1H${width}`} />
            <path className={classes.limit} d={`M0 ${y(limit)}H${width}`} />
            <path
              className={classes.line}
              d={lcp.map((one, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(one).toFixed(1)}`).join('')}
            />
          </svg>
          {marked.map((at) => (
            <span key={at} className={classes.second} style={{ insetBlockEnd: share(at) }}>
              {at} s
            </span>
          ))}
          <span className={classes.limitWords} style={{ insetBlockEnd: share(limit) }}>
            Limit 2 s
          </span>
        </div>
        <div className={classes.axis} data-of="plot">
          {times.map((time, i) => (
            <span key={time} style={{ insetInlineStart: share(i * apart, lcp.length - 1) }}>
              {time}
            </span>
          ))}
        </div>
      </Part>
      <Part title="Whose fault">
        {requests.map(([name, type, start, phases]) => (
          <div key={name} className={classes.request}>
            <span>{name}</span>
            <span className={classes.muted}>{type}</span>
            <span className={classes.bars}>
              <span style={{ width: share(start) }} />
              {Object.entries(phases).map(([phase, took]) => (
                <span key={phase} data-phase={phase} style={{ width: share(took) }}>
                  {took > 1 && 'waiting for the server, 3.62 s'}
                </span>
              ))}
            </span>
          </div>
        ))}
        <div className={classes.axis} data-of="bars">
          {Array.from({ length: top }, (_, at) => (
            <span key={at} style={{ insetInlineStart: share(at) }}>
              {at} s
            </span>
          ))}
        </div>
      </Part>
      <div className={classes.foot}>
        <b>The server</b> answered 3.4 s later than before.
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.part}>
      <b className={classes.muted}>{title}</b>
      {children}
    </div>
  )
}
