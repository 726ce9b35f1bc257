import { Button, VisuallyHidden } from '@mantine/core'
import { plural } from '../../../../format/format.ts'
import { Panel } from '../../../../components/Panel.tsx'
import { Time } from '../../../../components/Time.tsx'
import classes from './cache.module.css'
import type { Entry } from '../../../../stores/purge-history.ts'

interface Props {
  history: readonly Entry[]
  onRepeat: (entry: Entry) => void
  onClear: () => void
}

/** This browser's flushes and purges. The service keeps no history. */
export function HistoryPanel({ history, onRepeat, onClear }: Props) {
  return (
    <Panel
      title="Recent purges"
      actions={
        history.length > 0 && (
          <Button variant="subtle" onClick={onClear}>
            Clear history
          </Button>
        )
      }
    >
      {history.length === 0 ? (
        <p className={classes.hint}>
          Nothing yet. Flushes and purges from this browser appear here, so you can repeat them.
        </p>
      ) : (
        <ul className={classes.history}>
          {history.map((entry) => (
            <li key={entry.at}>
              <span>
                <Time at={entry.at} withoutZone /> · {summaryOf(entry)}
              </span>
              <Button variant="subtle" onClick={() => onRepeat(entry)}>
                {entry.kind === 'flush' ? 'Flush' : 'Purge'} again<VisuallyHidden>: {summaryOf(entry)}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function summaryOf({ kind, lines, accepted, profile }: Entry): string {
  if (kind === 'flush') return 'Whole cache'
  const first = lines[0]?.path ?? ''
  return `${plural(accepted, 'path')}${first ? ` (${first}${lines.length > 1 ? ', …' : ''})` : ''}${profile ? ` in ${profile}` : ''}`
}
