import { useNetwork } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { readPartner, readUserEmail } from '../../contract/index.ts'
import { health } from '../api/health.ts'
import { q, queryClient } from '../api/queries.ts'
import { useWho, type Who } from '../api/scope.ts'
import { Notice } from '../components/Notice.tsx'
import classes from './HealthBanner.module.css'

const askAgainMs = 5000

/** Says that the service does not answer, asks it now and then, and goes away by itself once it does. */
export function HealthBanner() {
  const who = useWho()
  const down = useSyncExternalStore(health.subscribe, health.current) === 'down'
  const { online } = useNetwork()

  useEffect(() => {
    if (!down || !online) return
    const timer = setInterval(() => void askAgain(who), askAgainMs)
    return () => clearInterval(timer)
  }, [down, online, who])

  const sentence = !online
    ? 'This device is offline. What you see was read before; it is refreshed once the connection is back.'
    : down
      ? 'The service does not answer. What you see was read before; this page asks again every few seconds.'
      : null
  return (
    <div className={classes.banner} role="status">
      {sentence && <Notice tone="warning">{sentence}</Notice>}
    </div>
  )
}

/** The smallest read there is; when it is answered, everything on the page is read anew. */
async function askAgain(who: Who): Promise<void> {
  const query =
    who.role === 'partner'
      ? q(readPartner, { path: { partner_id: who.id } })
      : q(readUserEmail, { query: { user_id: who.id } })
  await query.queryFn({ signal: AbortSignal.timeout(askAgainMs) }).catch(() => undefined)
  if (health.current() === 'up') await queryClient.refetchQueries({ type: 'active' })
}
