import { useEffect, useState } from 'react'
import { useSignedIn } from '../api/current-session.ts'
import { noDenials, type Denials } from '../kit/actions/denials.ts'
import { lazyWithRetry } from '../kit/navigation/lazy-with-retry.ts'

// an owner may do everything
const rules = lazyWithRetry(() => import('./denials.ts'))

/** What whoever is signed in may not do here. Until that's known, the service says so. */
export function useRoleDenials(): Denials {
  const { role } = useSignedIn()
  const [denials, setDenials] = useState(noDenials)
  useEffect(() => {
    let isLatest = true
    const find = async () => {
      const next = role && role !== 'owner' ? (await rules()).denialsFor(role) : noDenials
      if (isLatest) setDenials(next)
    }
    // without the rules, the service refuses
    find().catch(() => undefined)
    return () => {
      isLatest = false
    }
  }, [role])
  return denials
}
