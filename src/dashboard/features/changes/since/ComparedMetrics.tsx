import { Button } from '@mantine/core'
import { percent, plural, signed } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { Measured } from '../../../kit/values/Measured.tsx'
import { formatMetric, metricWords } from '../../samples/metrics.ts'
import { isShownAsZero, keyMetrics, type Comparison } from './compared.ts'
import { leastValues } from './difference-of-medians.ts'
import classes from './ComparedMetrics.module.css'

interface Props {
  compared: readonly Comparison[]
  /** `Since`, or `After` once the time that is compared is over. */
  sinceWords: string
}

/** The medians of each metric on both sides: those that differ and the key ones, and the others on request. */
export function ComparedMetrics({ compared, sinceWords }: Props) {
  const [params, setParams] = useAddress()
  const isWhole = params.get('metrics') === 'all'
  const first = compared.filter(({ name, verdict }) => differs(verdict) || keyMetrics.some((key) => key === name))
  const rest = compared.length - first.length
  const median = (side: 'before' | 'after') => (one: Comparison) => (
    <Measured value={one[side]} format={(value) => formatMetric(one.name, value)} />
  )
  const columns: readonly Column<Comparison>[] = [
    {
      id: 'metric',
      header: 'Metric',
      grows: true,
      unnamed: true,
      cell: ({ name }) => <span title={metricWords(name).meaning}>{metricWords(name).label}</span>,
    },
    { id: 'before', header: 'Before', hint: 'The median of the samples before.', align: 'end', cell: median('before') },
    {
      id: 'after',
      header: sinceWords,
      hint: 'The median of the samples from then on.',
      align: 'end',
      cell: median('after'),
    },
    { id: 'change', header: 'Change', align: 'end', cell: (one) => <Change of={one} /> },
    {
      id: 'interval',
      header: '99% interval',
      hint: 'Where the difference lies with a confidence of 99%, as far as chance goes. If that includes zero, no difference is shown.',
      align: 'end',
      cell: ({ name, difference, least }) => (
        <Measured
          value={difference?.by}
          why={`${least} of ${leastValues} values`}
          format={() => `${inUnit(name, difference?.low)} to ${inUnit(name, difference?.high)}`}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="Metrics before and since"
        columns={columns}
        rows={isWhole ? compared : first}
        rowKey={({ name }) => name}
        explainsOnPhone={false}
      />
      {!isWhole && rest > 0 && (
        <Button
          variant="subtle"
          onClick={() => setParams(withParam('metrics', 'all'), { replace: true, preventScrollReset: true })}
        >
          {plural(rest, 'more metric')} without a difference shown
        </Button>
      )}
    </>
  )
}

const differs = (verdict: Comparison['verdict']) => verdict !== 'none' && verdict !== 'unknown'

function inUnit(name: string, value = 0): string {
  return signed(isShownAsZero(name, value) ? 0 : value, (amount) => formatMetric(name, amount))
}

/** `+120 ms, +9%, worse` */
function Change({ of: { name, before, difference, least, verdict } }: { of: Comparison }) {
  if (!difference) return <span className={classes.none}>{`${least} of ${leastValues} values`}</span>
  if (verdict === 'none') return <span className={classes.none}>no difference shown</span>
  const share = before && withShare(name) ? `, ${signed(difference.by / before, percent)}` : ''
  const words = verdict === 'other' ? '' : `, ${verdict}`
  return `${inUnit(name, difference.by)}${share}${words}`
}

/** Scores have points, and errors are few: neither is a share of anything. */
const withShare = (name: string) => !/score|shift|errors/.test(name)
