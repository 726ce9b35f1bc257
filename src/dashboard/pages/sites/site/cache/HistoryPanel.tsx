import { Button, VisuallyHidden } from '@mantine/core'
import { plural } from '../../../../format/format.ts'
import { Panel } from '../../../../components/Panel.tsx'
import { Time } from '../../../../components/Time.tsx'
import classes from './cache.module.css'
import type { Entry } from '../../../../stores/purge-history.ts'

interface Props {
  history: readonly Entry[]
  onAgain: (entry: Entry) => void
  onForget: () => void
}

/** What this browser flushed and purged before: the service keeps no list. */
export function HistoryPanel({ history, onAgain, onForget }: Props) {
  return (
    <Panel
      title="Earlier in this browser"
      actions={
        history.length > 0 && (
          <Button variant="subtle" onClick={onForget}>
            Forget
          </Button>
        )
      }
    >
      {history.length === 0 ? (
        <p className={classes.hint}>Nothing yet. What is flushed and purged here is listed, to be done again.</p>
      ) : (
        <ul className={classes.history}>
          {history.map((entry) => (
            <li key={entry.at}>
              <span>
                <Time at={entry.at} withoutZone /> · {wordsOf(entry)}
              </span>
              <Button variant="subtle" onClick={() => onAgain(entry)}>
                Again<VisuallyHidden>: {wordsOf(entry)}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function wordsOf({ kind, lines, accepted, profile }: Entry): string {
  if (kind === 'flush') return 'flush'
  const first = lines[0]?.path ?? ''
  return `${plural(accepted, 'item')}${first ? ` (${first}${lines.length > 1 ? ', …' : ''})` : ''}${profile ? ` in ${profile}` : ''}`
}
