import { onlineManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { readUserEmail } from '../../contract/index.ts'
import { unreachableSentence } from '../api/errors.ts'
import { health } from '../api/health.ts'
import { partnerQuery } from '../api/partner.ts'
import { q, queryClient } from '../api/queries.ts'
import { useWho, type Who } from '../api/scope.ts'
import { Notice } from '../components/Notice.tsx'
import { pageFailed } from '../stores/page-failed.ts'
import classes from './HealthBanner.module.css'

const retryMs = 5000

/** Shown while the service can't be reached. It retries until the service answers, then disappears. */
export function HealthBanner() {
  const who = useWho()
  const state = health.useValue()
  const failed = pageFailed.useValue()
  const online = useSyncExternalStore(subscribeOnline, isOnline)

  useEffect(() => {
    if (state === 'doubtful') void ask(who)
    if (state !== 'down' || !online) return
    const timer = setInterval(() => void retry(who), retryMs)
    return () => clearInterval(timer)
  }, [state, online, who])

  const sentence = !online
    ? `You’re offline. ${failed ? 'This page loads once' : 'Showing saved data until'} you’re back online.`
    : state === 'down'
      ? `${unreachableSentence} ${failed ? 'Retrying…' : 'Showing saved data; retrying.'}`
      : null
  return (
    <div className={classes.banner} role="status" data-paper="hidden">
      {sentence && <Notice tone="warning">{sentence}</Notice>}
    </div>
  )
}

const subscribeOnline = (onChange: () => void) => onlineManager.subscribe(onChange)
/** As the browser says, from the first render on. */
const isOnline = () => navigator.onLine

/** Makes the cheapest read there is, to tell a service that's down from a single read that failed. */
async function ask(who: Who): Promise<void> {
  const query = who.role === 'partner' ? partnerQuery(who.id) : q(readUserEmail, { query: { user_id: who.id } })
  await query.queryFn({ signal: AbortSignal.timeout(retryMs) }).catch(() => undefined)
  if (health.current() === 'doubtful') health.report('down')
}

/** Once the service answers, everything on the page is loaded again. */
async function retry(who: Who): Promise<void> {
  await ask(who)
  if (health.current() === 'up') await queryClient.refetchQueries({ type: 'active' })
}
