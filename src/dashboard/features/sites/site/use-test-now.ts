import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Scope } from '../../../api/scope.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { isRunning, runNow } from '../../monitors/reads.ts'
import type { Site } from '../reads.ts'
import { firstSampleMs } from '../refresh-intervals.ts'
import type { FoundKeyPage } from '../use-key-page.ts'

/** How long a result is waited for, ms. */
const awaitedMs = 120_000

/** Has a site's home page measured now, and waits for the result. */
export function useTestNow(scope: Scope, site: Site, found: FoundKeyPage) {
  const { keyPage, latest, latestQuery } = found
  const newest = latest.data?.rows[0]?.id ?? ''
  const run = useMutation({
    // what was the newest sample until then
    mutationFn: ({ id }: { id: string; newest: string }) => runNow(scope, id),
    onSuccess: () => toast(`${site.host} is being measured`),
  })
  const { reset } = run
  const isAwaited = run.isSuccess && newest === run.variables.newest
  useQuery({ ...latestQuery, enabled: isAwaited, refetchInterval: firstSampleMs })
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setTimeout(reset, awaitedMs)
    return () => clearTimeout(timer)
  }, [isAwaited, reset])
  return {
    isUnderWay: run.isPending || isAwaited,
    error: run.error,
    /** Why it can't be measured. */
    refusal: refusalOf(site, found),
    start: () => {
      if (keyPage) run.mutate({ id: keyPage.id, newest })
    },
  }
}

function refusalOf(site: Site, { keyPage, searching, failure }: FoundKeyPage): string | undefined {
  if (keyPage) return isRunning(keyPage) ? undefined : 'The home page’s monitor is paused. Start it to test.'
  if (searching) return 'Looking for the home page’s monitor.'
  if (failure) return 'The site’s monitors couldn’t be loaded.'
  if (site.optimizer === null) return 'The host is a placeholder. Set the real host first.'
  return 'No monitor checks the home page. Create one first.'
}
