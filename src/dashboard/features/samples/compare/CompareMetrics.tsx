import { Button } from '@mantine/core'
import { metricNames } from '../../../../contract/index.ts'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import { SeverityMark } from '../../../kit/marks/Mark.tsx'
import { EmptyCell, Measured } from '../../../kit/values/Measured.tsx'
import { formatMetric, metricWords, whyNotMeasured } from '../metrics.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { fullNumber, plural } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { formatJudged, judge, type Limits } from '../judge.ts'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'
import { differenceOf, usual as usualWords } from './difference.ts'
import { AboutTheSame } from './RequestBars.tsx'
import type { UsualSpread } from './usual.ts'

interface Props {
  samples: readonly Compared[]
  /** The two whose difference is shown; undefined for a single sample. */
  pair: readonly [Compared, Compared] | undefined
  usual: UsualSpread | undefined
}

/** Metrics side by side with the difference of two samples: those that changed, and the others on request. */
export function CompareMetrics({ samples, pair, usual }: Props) {
  const [params, setParams] = useAddress()
  const names = [...new Set([...metricNames, ...samples.flatMap(({ sample }) => Object.keys(sample.metrics ?? {}))])]
  const measured = names.filter((name) => samples.some(({ sample }) => typeof sample.metrics?.[name] === 'number'))
  const differences = measured.map((name) => {
    const [from, to] = (pair ?? []).map(({ sample }) => sample.metrics?.[name])
    const difference = differenceOf(name, from, to, usual?.metrics[name])
    return { name, difference, hasChanged: isChange(difference?.words) }
  })
  const changed = differences.filter(({ hasChanged }) => hasChanged || !pair)
  // where nothing has changed, the most important ones say so
  const first = changed.length > 0 ? mostImportant(changed) : differences.filter(({ name }) => keyMetrics.has(name))
  const rest = differences.filter((one) => !first.includes(one))
  const isWhole = params.get('metrics') === 'all'
  const rows = isWhole ? [...changed, ...differences.filter((one) => !changed.includes(one))] : first
  return (
    <Panel title="Metrics">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={classes.scroller} role="region" aria-label="Metrics side by side" tabIndex={0}>
        <table className={classes.metrics} aria-label="Metrics">
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {samples.map(({ id, letter }) => (
                <th key={id} scope="col">
                  {letter}
                </th>
              ))}
              {pair && <th scope="col">Change</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, difference, hasChanged }) => (
              <tr key={name} data-same={(pair && !hasChanged) || undefined}>
                <th scope="row" title={`${metricWords(name).label}. ${metricWords(name).meaning}`}>
                  {nameOf(name)}
                  <UsualRange name={name} usual={usual} />
                </th>
                {samples.map(({ id, sample, limits }) => (
                  <td key={id} data-last={id === pair?.[1].id || undefined}>
                    <Value
                      name={name}
                      value={sample.metrics?.[name]}
                      limits={limits}
                      why={whyNotMeasured(sample, name)}
                    />
                  </td>
                ))}
                {pair && (
                  <td>
                    <Difference of={difference} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && rest.length > 0 && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            onClick={() => setParams(withParam('metrics', 'all'), { replace: true, preventScrollReset: true })}
          >
            {restInWords(rest.length, changed.filter((one) => !first.includes(one)).length)}
          </Button>
        </div>
      )}
      {pair && <p className={classes.note}>{basisInWords(pair[0], usual)}</p>}
    </Panel>
  )
}

const keyMetrics: ReadonlySet<string> = new Set([
  'first_byte',
  'first_contentful_paint',
  'time_to_display',
  'load',
  'service_score',
])

/** Names that are longer than this would break, in letters. */
const longestName = 20

function nameOf(name: string): string {
  const { label, short } = metricWords(name)
  return label.length > longestName ? short : label
}

/** How many changed metrics are shown at first. */
const mostShown = 8

/** The key metrics, and as many others as there is room for, in their order. */
function mostImportant<One extends { readonly name: string }>(changed: readonly One[]): readonly One[] {
  const byImportance = changed.toSorted((a, b) => Number(keyMetrics.has(b.name)) - Number(keyMetrics.has(a.name)))
  const shown = byImportance.slice(0, mostShown)
  return changed.filter((one) => shown.includes(one))
}

/** `About the same: 7 metrics`, `Changed as well: 2, about the same: 7 metrics` */
function restInWords(rest: number, changed: number): string {
  const same = rest - changed
  const inWords = `bout the same: ${plural(same, 'metric')}`
  if (changed === 0) return `A${inWords}`
  return `Changed as well: ${same > 0 ? `${fullNumber(changed)}, a${inWords}` : plural(changed, 'metric')}`
}

const isChange = (words: string | undefined) => words !== undefined && words !== usualWords && words !== 'no change'

/** What counts as about the same. */
function basisInWords({ sample }: Compared, usual: UsualSpread | undefined): string {
  if (!usual) return 'Not enough is known of earlier samples here, so small changes count as about the same.'
  const where = sample.location === undefined ? '' : ` at ${sample.location}`
  const requests =
    usual.requests.size > 0 && usual.detailed < usual.samples
      ? ` Requests are judged by ${fullNumber(usual.detailed)} of these.`
      : ''
  return `“About the same” means within the usual spread of ${plural(usual.samples, 'earlier sample')}${where}.${requests}`
}

function UsualRange({ name, usual }: { name: string; usual: UsualSpread | undefined }) {
  const range = usual?.metrics[name]
  if (!range || name === 'status_code') return null
  const [low, high] = [formatMetric(name, range.low), formatMetric(name, range.high)]
  return <span className={classes.note}>usual {low === high ? low : `${shortened(low, high)}–${high}`}</span>
}

/** Without its unit where both have the same. */
function shortened(low: string, high: string): string {
  const at = high.indexOf('\u00a0')
  const unit = high.slice(at)
  return at !== -1 && low.endsWith(unit) ? low.slice(0, -unit.length) : low
}

function Difference({ of: difference }: { of: ReturnType<typeof differenceOf> }) {
  if (!difference) return <EmptyCell why="not in both samples" />
  if (!isChange(difference.words)) return <AboutTheSame />
  return (
    <>
      {difference.words}
      {difference.isWorse !== undefined && <VisuallyHidden>, {difference.isWorse ? 'worse' : 'better'}</VisuallyHidden>}
    </>
  )
}

interface ValueProps {
  name: string
  value: number | null | undefined
  limits: Limits
  /** Why there is none. */
  why: string
}

/** `▲ 3.00 s`: only what isn't good has a mark. */
function Value({ name, value, limits, why }: ValueProps) {
  const measured = <Measured value={value} format={(n) => formatJudged(name, n, limits)} why={why} />
  const judged = judge(name, value, limits)
  if (!judged || judged.isGood) return measured
  return (
    <span className={classes.judged} title={judged.words}>
      {judged.mark !== 'ok' && <SeverityMark severity={judged.mark} />} {measured}
      <VisuallyHidden>, {judged.words}</VisuallyHidden>
    </span>
  )
}
