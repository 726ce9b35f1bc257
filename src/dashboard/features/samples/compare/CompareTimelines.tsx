import { useState } from 'react'
import { duration } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { useAddress } from '../../../kit/navigation/use-address.ts'
import { deletionWords, goneWords } from '../sample/deletion.ts'
import { PhaseKey } from '../sample/PhaseKey.tsx'
import { Timeline } from '../sample/Timeline.tsx'
import { lengthOf, marksOf } from '../sample/timeline.ts'
import classes from './compare.module.css'
import { alignmentNames, alignments, zeroOf, type Alignment, type Compared } from './compared.ts'

const rows = 10

/** Filmstrips and waterfalls stacked on one axis with one cursor. */
export function CompareTimelines({ samples }: { samples: readonly Compared[] }) {
  const [params, setParams] = useAddress()
  const [cursor, setCursor] = useState(0)
  const alignment = alignmentNames.find((name) => name === params.get('align')) ?? 'start'
  const choose = (next: Alignment) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        if (next === 'start') changed.delete('align')
        else changed.set('align', next)
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  const timelines = samples.map((compared) => {
    const { requests = [], metrics, screenshots = [], deleted } = compared.sample
    const marks = marksOf(metrics)
    return {
      compared,
      requests,
      marks,
      shots: screenshots,
      gone: goneWords(compared.sample),
      screenshotsDeleted: deletionWords(deleted?.screenshots),
      zero: zeroOf(compared, alignment),
      length: lengthOf(requests, marks, screenshots),
    }
  })
  // the requests' panel says what became of them
  if (timelines.every(({ gone, shots }) => gone !== undefined && shots.length === 0)) return null
  const from = Math.min(0, ...timelines.map(({ zero = 0 }) => -zero))
  const to = 1.02 * Math.max(1, ...timelines.map(({ zero = 0, length }) => length - zero))
  const at = Math.min(to, Math.max(from, cursor))
  return (
    <Panel
      title="Filmstrips and waterfalls"
      aside={`cursor at ${duration(at)}`}
      actions={
        <SegmentedControl
          label="Align by"
          value={alignment}
          options={alignmentNames.map((value) => ({ value, label: alignments[value].label }))}
          onChange={choose}
        />
      }
    >
      {timelines.map(({ compared, requests, marks, shots, gone, screenshotsDeleted, zero }) => (
        <div key={compared.id} className={classes.part}>
          <h3>
            {compared.letter} · {compared.name}
          </h3>
          {zero === undefined && gone === undefined && (
            <p className={classes.note}>
              This sample has no {alignments[alignment].label}, so it’s aligned by its start.
            </p>
          )}
          {gone !== undefined && <p className={classes.note}>The requests and screenshots of this sample {gone}.</p>}
          {gone === undefined && screenshotsDeleted !== undefined && (
            <p className={classes.note}>The screenshots of this sample were deleted {screenshotsDeleted}.</p>
          )}
          {gone === undefined && (
            <Timeline
              label={`Sample ${compared.letter}`}
              requests={requests}
              page={requests[0]?.url}
              shots={shots}
              marks={marks}
              axis={{ from, to, zero: zero ?? 0 }}
              cursor={at}
              onCursor={setCursor}
              rows={rows}
            />
          )}
        </div>
      ))}
      <PhaseKey />
    </Panel>
  )
}
