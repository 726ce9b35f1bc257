import { duration } from '../../../../kit/format/format.ts'
import { comparedInWords, type FirstByte } from './first-bytes.ts'
import classes from './live.module.css'

interface Props {
  before: FirstByte | undefined
  since: FirstByte | undefined
}

/** How fast the home page answered without the service, and how fast it does now. Nothing while neither is known. */
export function FirstBytes({ before, since }: Props) {
  if (!before && !since) return null
  const longest = Math.max(before?.median ?? 0, since?.median ?? 0)
  const isFaster = before !== undefined && since !== undefined && since.median < before.median
  return (
    <div className={classes.part}>
      <h3 className={classes.name}>First byte of the home page</h3>
      <dl className={classes.bars}>
        {before && <Bar label="before" of={before} longest={longest} />}
        {since && <Bar label="now" of={since} longest={longest} isGood={isFaster} />}
      </dl>
      <p className={classes.note}>{comparedInWords(before, since)}</p>
    </div>
  )
}

interface BarProps {
  label: string
  of: FirstByte
  longest: number
  isGood?: boolean
}

function Bar({ label, of: { median }, longest, isGood }: BarProps) {
  return (
    <div className={classes.bar} data-good={isGood || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.length} style={{ width: `${Math.max(2, (70 * median) / longest).toFixed(1)}%` }} />
        {duration(median)}
      </dd>
    </div>
  )
}
