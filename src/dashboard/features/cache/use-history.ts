import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { markStale } from '../../api/change.ts'
import { eventPage } from '../changes/reads.ts'
import { addToHistory, clearHistory, readHistory, type Entry, type Place } from './purge-history.ts'
import { purgeOfEntry, purgesIn, type PastPurge } from './history.ts'

export interface PurgeHistory {
  readonly purges: readonly PastPurge[]
  readonly source: 'log' | 'browser' | 'unknown'
  readonly error: Error | null
  readonly retry: () => void
  /** Records a flush or purge that this page has made. */
  readonly record: (entry: Omit<Entry, 'at'>) => void
  /** Forgets what this browser remembers. */
  readonly clear: () => void
}

const shown = 5
/** A purge in the dashboard can take several requests, each of which is an event. */
const read = 100

/** A site's latest flushes and purges. The browser remembers its own only where the service keeps no log. */
export function useHistory(place: Place): PurgeHistory {
  const { site, user } = place
  const log = useQuery(
    eventPage({ kind: 'user', user }, { site_id: site, kind: ['cache.flushed', 'cache.purged'], per_page: read }),
  )
  const [remembered, setRemembered] = useState(() => readHistory(place))
  const isOfBrowser = log.data === null
  return {
    purges: isOfBrowser ? remembered.map(purgeOfEntry) : purgesIn(log.data?.rows ?? []).slice(0, shown),
    source: isOfBrowser ? 'browser' : log.data ? 'log' : 'unknown',
    error: log.data === undefined ? log.error : null,
    retry: () => void log.refetch(),
    record: (entry) => {
      if (isOfBrowser) setRemembered((now) => addToHistory(place, now, { ...entry, at: Date.now() }))
      else void markStale(`cache.${entry.kind}`)
    },
    clear: () => {
      clearHistory(place)
      setRemembered([])
    },
  }
}
