import type { ReactNode } from 'react'
import { metricNames } from '../../../../contract/index.ts'
import { Verdict } from '../../../kit/marks/Mark.tsx'
import { Measured } from '../../../kit/values/Measured.tsx'
import { metricWords, whyNotMeasured } from '../metrics.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { formatJudged, judge, type Limits } from '../sample/judge.ts'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'
import { differenceOf } from './difference.ts'

/** Metrics side by side, each with its difference from the earliest sample's. */
export function CompareMetrics({ samples }: { samples: readonly Compared[] }) {
  const [first] = samples
  const names = [...new Set([...metricNames, ...samples.flatMap(({ sample }) => Object.keys(sample.metrics ?? {}))])]
  const measured = names.filter((name) => samples.some(({ sample }) => typeof sample.metrics?.[name] === 'number'))
  return (
    <Panel title="Metrics" aside={first && `compared with ${first.letter}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={classes.scroller} role="region" aria-label="Metrics side by side" tabIndex={0}>
        <table className={classes.table} aria-label="Metrics" style={{ ['--columns' as string]: samples.length }}>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {samples.map((compared) => (
                <th key={compared.id} scope="col">
                  <strong>{compared.letter}</strong>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measured.map((name) => (
              <tr key={name}>
                <th scope="row" title={metricWords(name).meaning}>
                  {metricWords(name).label}
                </th>
                {samples.map(({ id, sample, limits }, i) => {
                  const value = sample.metrics?.[name]
                  const difference = i === 0 ? undefined : differenceOf(name, first?.sample.metrics?.[name], value)
                  return (
                    <td key={id}>
                      <Value name={name} value={value} limits={limits} why={whyNotMeasured(sample, name)}>
                        {difference && (
                          <span>
                            {difference.words}
                            {difference.isWorse !== undefined && `,\u00a0${difference.isWorse ? 'worse' : 'better'}`}
                          </span>
                        )}
                      </Value>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

interface ValueProps {
  name: string
  value: number | null | undefined
  limits: Limits
  /** Why there is none. */
  why: string
  /** How it differs. */
  children: ReactNode
}

/** `● 180 ms`, and below it `good · +12 ms, +7.1%, worse`. */
function Value({ name, value, limits, why, children: difference }: ValueProps) {
  const measured = <Measured value={value} format={(n) => formatJudged(name, n, limits)} why={why} />
  const judged = judge(name, value, limits)
  return (
    <>
      {judged ? <Verdict severity={judged.mark}>{measured}</Verdict> : measured}
      {(judged || difference) && (
        <span className={classes.difference}>
          {judged && <span>{judged.words}</span>}
          {judged && difference && ' · '}
          {difference}
        </span>
      )}
    </>
  )
}
