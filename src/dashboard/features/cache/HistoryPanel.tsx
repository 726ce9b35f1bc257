import { Button } from '@mantine/core'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { Link } from 'react-router'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { fullNumber, plural } from '../../kit/format/format.ts'
import { purgeItemText } from '../../../words/purge.ts'
import { paths } from '../../paths.ts'
import classes from './cache.module.css'
import type { PastPurge } from './history.ts'
import { isAddressLine, itemOf } from './purge-rows.ts'
import type { PurgeHistory } from './use-history.ts'

interface Props {
  history: PurgeHistory
  user: string
  siteId: string
  onRepeat: (purge: PastPurge) => void
}

/** The latest flushes and purges: of the service's log or, where it keeps none, of this browser. */
export function HistoryPanel({ history: { purges, source, error, retry, clear }, user, siteId, onRepeat }: Props) {
  const isOfBrowser = source === 'browser'
  return (
    <Panel
      title="Recent purges"
      actions={
        isOfBrowser ? (
          purges.length > 0 && (
            <Button variant="subtle" onClick={clear}>
              Clear history
            </Button>
          )
        ) : (
          <Link to={paths.activity({ kind: 'user', user }, { site: siteId, group: 'cache' })}>
            All<VisuallyHidden> purges</VisuallyHidden>
          </Link>
        )
      }
    >
      {error ? (
        <ErrorState error={error} title="Couldn’t load the recent purges." onRetry={retry} />
      ) : source === 'unknown' ? (
        <p role="status">Loading…</p>
      ) : (
        <>
          {purges.length === 0 && (
            <p className={classes.hint}>
              Nothing yet. Flushes and purges {isOfBrowser ? 'from this browser ' : ''}appear here, so you can repeat
              them.
            </p>
          )}
          {isOfBrowser && (
            <p className={classes.hint}>
              This service keeps no log of changes, so purges from elsewhere aren’t listed.
            </p>
          )}
          {purges.length > 0 && (
            <ul className={classes.history}>
              {purges.map((purge) => (
                <li key={`${purge.at} ${purge.kind} ${purge.who}`}>
                  <span className={classes.entry}>
                    <b>{summaryOf(purge)}</b> <Time at={purge.at} withoutZone />
                  </span>
                  {isKnown(purge) && (
                    <Button variant="subtle" onClick={() => onRepeat(purge)}>
                      {purge.kind === 'flush' ? 'Flush' : 'Purge'} again…
                      <VisuallyHidden>{summaryOf(purge)}</VisuallyHidden>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}

/** Whether all of it is known, so that it can be repeated. */
function isKnown({ kind, lines, count }: PastPurge): boolean {
  return kind === 'flush' || lines.length >= count
}

function summaryOf({ kind, lines, patterns, count, profile }: PastPurge): string {
  if (kind === 'flush') return 'Flush'
  const where = profile ? ` in ${profile}` : ''
  const isOfAddresses = patterns.length === 0 && lines.every(isAddressLine)
  const [first = ''] = [...lines.map((line) => purgeItemText(itemOf(line))), ...patterns]
  if (!isOfAddresses) return `${first}${count > 1 ? ` and ${fullNumber(count - 1)} more` : ''}${where}`
  const named = first ? ` (${first}${count > 1 ? ', …' : ''})` : ''
  return `${plural(count, 'path').replace(' ', '\u00a0')}${named}${where}`
}
