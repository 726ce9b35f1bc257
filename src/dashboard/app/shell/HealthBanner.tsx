import { onlineManager } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { readUserEmail } from '../../../contract/index.ts'
import { unreachableSentence } from '../../../client/errors.ts'
import { health } from '../../api/health.ts'
import { partnerQuery } from '../../features/accounts/partner.ts'
import { q, queryClient } from '../../api/queries.ts'
import { useWho, type Who } from '../../api/scope.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { pageFailed } from '../../features/errors/page-failed.ts'
import classes from './HealthBanner.module.css'

const retryMs = 5000
/** Reads that are under way go on: begun anew each time, one that hangs would never fail. */
const goOn = { cancelRefetch: false } as const
/** A page takes longer only while the service doesn't answer. */
const longMs = 1000

interface Props {
  /** Whether a dialog waits for its code. */
  isOpening: boolean
}

/** Shown while the service can't be reached. It retries until the service answers, then disappears. */
export function HealthBanner({ isOpening }: Props) {
  const who = useWho()
  const state = health.useValue()
  const failed = pageFailed.useValue()
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  const isWaiting = useIsNavigatingLong()

  useEffect(() => {
    if (state === 'doubtful') void ask(who)
    if (state !== 'down' || !online) return
    const timer = setInterval(() => void ask(who), retryMs)
    return () => clearInterval(timer)
  }, [state, online, who])
  useEffect(() => {
    let before = health.current()
    return health.subscribe(() => {
      const now = health.current()
      // whichever call finds that the service answers again: others have failed meanwhile
      if (before === 'down' && now === 'up') void queryClient.refetchQueries({ type: 'active' }, goOn)
      before = now
    })
  }, [])

  const chosen = isWaiting ? 'The page you chose opens once' : isOpening ? 'What you chose opens once' : null
  const sentence = !online
    ? `You’re offline. ${chosen ?? (failed ? 'This page loads once' : 'Showing saved data until')} you’re back online.`
    : state === 'down'
      ? `${unreachableSentence} ${chosen ? `${chosen} it answers.` : failed ? 'Retrying…' : 'Showing saved data; retrying.'}`
      : null
  return (
    <div className={classes.banner} role="status" data-paper="hidden" data-floats>
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
  await query.queryFn({ signal: AbortSignal.timeout(retryMs) }).catch(() => {
    if (health.current() === 'doubtful') health.report('down')
  })
}

/** Whether the next page has been loading for long. */
function useIsNavigatingLong(): boolean {
  const isNavigating = useNavigation().state !== 'idle'
  const [isLong] = useDebouncedValue(isNavigating, longMs)
  return isNavigating && isLong
}
