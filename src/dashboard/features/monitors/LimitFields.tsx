import { TextInput } from '@mantine/core'
import { limitedMetrics, limitedMetricsOf, type LimitedMetric } from '../../../contract/index.ts'
import { Select } from '../../kit/choices/Select.tsx'
import { metricWords } from '../samples/metrics.ts'
import { fieldOf, type TypedLimits, unitOf } from './limit-entry.ts'
import classes from './monitors-and-tests.module.css'

interface Props {
  /** The type of the monitors; undefined for several. */
  type: string | undefined
  typed: TypedLimits
  /** By the names of the fields. */
  errors: Readonly<Record<string, string>>
  onChange: (typed: TypedLimits) => void
}

/** What most limits are about. */
const common: readonly LimitedMetric[] = ['time_to_display', 'first_byte', 'cumulative_layout_shift']
const commonOfHttp: readonly LimitedMetric[] = ['first_byte', 'last_byte']

/** A field for each limit: those that are common, and any other that is chosen. */
export function LimitFields({ type, typed, errors, onChange }: Props) {
  const first = type === 'HTTP' ? commonOfHttp : common
  const others = limitedMetricsOf(type).filter((metric) => !first.includes(metric))
  const shown = [...first, ...others.filter((metric) => metric in typed)]
  return (
    <div className={classes.limits}>
      {shown.map((metric) => {
        const { name } = unitOf(metric)
        return (
          <TextInput
            key={metric}
            name={fieldOf(metric)}
            label={`${metricWords(metric).label} over${name ? `, ${name}` : ''}`}
            inputMode="decimal"
            autoComplete="off"
            value={typed[metric] ?? ''}
            error={errors[fieldOf(metric)]}
            onChange={({ currentTarget }) => onChange({ ...typed, [metric]: currentTarget.value })}
          />
        )
      })}
      <Select
        label="Another metric"
        options={[
          { value: '', label: 'Choose…' },
          ...others
            .filter((metric) => !(metric in typed))
            .map((metric) => ({ value: metric, label: metricWords(metric).label })),
        ]}
        value=""
        onChange={({ currentTarget }) => {
          const metric = limitedMetrics.find((one) => one === currentTarget.value)
          if (metric) onChange({ ...typed, [metric]: '' })
        }}
      />
    </div>
  )
}
