import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainSettings, type ReadOf } from '../../../../contract/index.ts'
import { q } from '../../../api/queries.ts'
import type { Attempt } from './attempt.ts'

interface Explaining {
  readonly attempt: Attempt | null
  readonly explanation: ReadOf<typeof explainSettings> | undefined
  readonly error: Error | null
  readonly isAsking: boolean
  readonly explain: (attempt: Attempt) => void
}

/** Tries addresses one at a time, beginning with the one in the page's address, if any. */
export function useExplanation({ siteId, user }: { siteId: string; user: string }, first: string | null): Explaining {
  const [attempt, setAttempt] = useState<Attempt | null>(() => (first === null ? null : { url: first, cookies: [] }))
  const { url = '/', cookies = [], settings } = attempt ?? {}
  const body = { url, ...(cookies.length > 0 ? { cookies: [...cookies] } : {}), ...(settings ? { settings } : {}) }
  const query = useQuery({
    ...q(explainSettings, { path: { site_id: siteId }, query: { user_id: user }, body }),
    enabled: attempt !== null,
    // each answer is a request to the customer's server, so only the person decides when to ask again
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  return {
    attempt,
    explanation: query.data,
    error: query.error,
    isAsking: query.isFetching,
    explain(next) {
      if (JSON.stringify(next) === JSON.stringify(attempt)) void query.refetch()
      else setAttempt(next)
    },
  }
}
