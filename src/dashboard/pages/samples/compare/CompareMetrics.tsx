import { metricNames } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { Link } from 'react-router'
import { CloseIcon } from '../../../components/icons.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Measured } from '../../../components/Measured.tsx'
import { formatMetric, metricWords } from '../../../format/metrics.ts'
import { Panel } from '../../../components/Panel.tsx'
import { useZone } from '../../../stores/preferences.ts'
import { dateAndTime } from '../../../format/time.ts'
import { paths } from '../../../paths.ts'
import { Conditions } from '../sample/Conditions.tsx'
import { Rated } from '../sample/SampleMetrics.tsx'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'
import { differenceOf } from './difference.ts'

interface Props {
  scope: Scope
  samples: readonly Compared[]
  onRemove: (id: string) => void
}

/** Metrics side by side, each with its difference from the earliest sample's. */
export function CompareMetrics({ scope, samples, onRemove }: Props) {
  const [first] = samples
  const names = [...new Set([...metricNames, ...samples.flatMap(({ sample }) => Object.keys(sample.metrics ?? {}))])]
  const measured = names.filter((name) => samples.some(({ sample }) => typeof sample.metrics?.[name] === 'number'))
  return (
    <Panel title="Metrics" aside={first && `compared with ${first.letter}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={classes.scroller} role="region" aria-label="Metrics side by side" tabIndex={0}>
        <table className={classes.table} aria-label="Metrics">
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {samples.map((compared) => (
                <th key={compared.id} scope="col">
                  <Head scope={scope} compared={compared} onRemove={onRemove} />
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
                {samples.map(({ id, sample }, i) => {
                  const value = sample.metrics?.[name]
                  const difference = i === 0 ? undefined : differenceOf(name, first?.sample.metrics?.[name], value)
                  return (
                    <td key={id}>
                      <Rated name={name} value={value} />{' '}
                      <Measured value={value} format={(n) => formatMetric(name, n)} />
                      {difference && (
                        <span className={classes.difference}>
                          {difference.words}
                          {difference.isWorse !== undefined && (difference.isWorse ? ' · worse' : ' · better')}
                        </span>
                      )}
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

function Head({ scope, compared, onRemove }: { scope: Scope; compared: Compared; onRemove: (id: string) => void }) {
  const zone = useZone()
  const { id, letter, name, sample } = compared
  const at = Date.parse(sample.taken_at ?? '')
  return (
    <div className={classes.head}>
      <span className={classes.letter}>
        {letter}
        <IconButton label={`Remove sample ${letter}`} onClick={() => onRemove(id)}>
          <CloseIcon />
        </IconButton>
      </span>
      <Link to={paths.sample(scope, id)}>{Number.isNaN(at) ? id : dateAndTime(at, zone)}</Link>
      <span>{name}</span>
      <ul className={classes.conditions}>
        <Conditions sample={sample} />
      </ul>
    </div>
  )
}
