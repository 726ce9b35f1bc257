import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { RangePreset, Span } from './range-presets.ts'
import { rangeInWords } from './range-words.ts'
import { useZone } from '../format/zone.ts'
import classes from '../charts/ChartPanel.module.css'

interface Props {
  zoom: Span
  /** The range that the page has without the zoom. */
  range: RangePreset
  /** The samples that were taken then. */
  samples?: string
  onReset: () => void
}

/** Says which part of the range a chart shows, and leads back to the whole. */
export function Zoomed({ zoom, range, samples, onReset }: Props) {
  const zone = useZone()
  return (
    <div className={classes.aside}>
      <span>{rangeInWords(zoom, zone)}</span>
      {samples && <Link to={samples}>Samples of this range</Link>}
      <Button variant="subtle" onClick={onReset}>
        Show {rangeInWords(range, zone)}
      </Button>
    </div>
  )
}
