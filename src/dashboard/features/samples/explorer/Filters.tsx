import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { metricNames, severities, type MetricName } from '../../../../contract/index.ts'
import { issueName } from '../../../../words/issues.ts'
import { capabilitiesOf } from '../../monitors/reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { count } from '../../../kit/format/format.ts'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import { SeverityMark } from '../../../kit/marks/Mark.tsx'
import { isMetricName, metricWords } from '../metrics.ts'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { Toolbar } from '../../../kit/layout/Toolbar.tsx'
import { Controls, filtersChosen } from '../../../kit/choices/Controls.tsx'
import type { ExplorerData } from './explorer-data.ts'
import { maxMetrics, type ExplorerState } from '../explorer-state.ts'
import classes from './explorer.module.css'

interface Props {
  scope: Scope
  state: ExplorerState
  data: ExplorerData
  onChange: (change: Partial<ExplorerState>) => void
  /** More controls, shown before these. */
  children?: ReactNode
}

const staleMs = 5 * 60_000
const metricOptions = metricNames.map((value) => ({ value, label: metricWords(value).label }))

/** Chooses the metrics and filters the samples. */
export function Filters({ scope, state, data, onChange, children }: Props) {
  const { metrics, severity, issue, locations } = state
  const capabilities = useQuery({ ...capabilitiesOf(scope), staleTime: staleMs, retry: false })
  const names = new Map([
    ...locations.map((code) => [code, code] as const),
    ...(data.list.data?.rows ?? []).flatMap(({ data_center: code, location }) =>
      code ? [[code, location ?? code] as const] : [],
    ),
    ...(capabilities.data?.locations ?? []).map(({ data_center: code, name }) => [code, name] as const),
  ])
  const nameOf = (code: string) => names.get(code) ?? code
  const [first = 'time_to_display', ...others] = metrics
  const free = metricOptions.filter(({ value }) => !metrics.includes(value))
  const remove = (name: MetricName) => onChange({ metrics: metrics.filter((metric) => metric !== name) })
  return (
    <Toolbar>
      <Controls
        title="Metric and filters"
        chosen={`${metricWords(first).short} · ${filtersChosen(severity < 0 ? undefined : severity, issue, locations[0])}`}
      >
        {children}
        <Choice
          label="Metric"
          snug
          value={first}
          options={metricOptions.filter(({ value }) => value === first || !metrics.includes(value))}
          onChange={(name) => isMetricName(name) && onChange({ metrics: [name, ...others] })}
        />
        {others.map((name) => (
          <span key={name} className={classes.chip}>
            <span className={classes.chipName}>{metricWords(name).label}</span>
            <button
              type="button"
              className={classes.chipDrop}
              aria-label={`Remove ${metricWords(name).label}`}
              onClick={() => remove(name)}
            >
              <CloseIcon />
            </button>
          </span>
        ))}
        {metrics.length < maxMetrics && (
          <span data-paper="hidden">
            <Choice
              label="Add metric"
              snug
              value=""
              options={[{ value: '', label: '+ Metric' }, ...free]}
              onChange={(name) => isMetricName(name) && onChange({ metrics: [...metrics, name] })}
            />
          </span>
        )}
        <div className={classes.scrolls}>
          <SegmentedControl
            label="Severity"
            value={String(severity)}
            options={[-1, 0, 1, 2, 3].map((type) => ({ value: String(type), label: severityLabel(type, data.counts) }))}
            onChange={(type) => onChange({ severity: Number(type) })}
          />
        </div>
        {issue !== undefined && (
          <span className={classes.chip}>
            <span className={classes.chipName} title={issue}>
              {issueName(issue)}
            </span>
            <button
              type="button"
              className={classes.chipDrop}
              aria-label={`Remove ${issueName(issue)}`}
              onClick={() => onChange({ issue: undefined })}
            >
              <CloseIcon />
            </button>
          </span>
        )}
        <Choice
          label="Location"
          snug
          value={locations.length > 1 ? 'several' : (locations[0] ?? '')}
          options={[
            { value: '', label: 'All locations' },
            ...(locations.length > 1 ? [{ value: 'several', label: locations.map(nameOf).join(', ') }] : []),
            ...[...names]
              .map(([value, label]) => ({ value, label }))
              .toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
          onChange={(code) => code !== 'several' && onChange({ locations: code ? [code] : [] })}
        />
      </Controls>
    </Toolbar>
  )
}

function severityLabel(type: number, counts: ReadonlyMap<number, number> | undefined) {
  const severity = severities[type]
  const n = counts?.get(type)
  return (
    <span className={classes.severity}>
      {severity && <SeverityMark severity={severity} />}
      {severity ?? 'all'}
      {n !== undefined && <span>{count(n)}</span>}
    </span>
  )
}
