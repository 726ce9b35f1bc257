import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listFleet } from '../../../contract/index.ts'
import { fleetChangesQuery } from './reads.ts'
import { queryClient } from '../../api/queries.ts'

const pollMs = 5000

/** Reads the list again once the service says that a site has changed. Asking costs it next to nothing. */
export function useFleetChanges(partner: string, revision: string): void {
  const { data, dataUpdatedAt } = useQuery({
    ...fleetChangesQuery(partner, revision),
    refetchInterval: pollMs,
    // an answer is only good for the moment
    staleTime: 0,
    gcTime: 0,
  })
  const changed = data?.changed === true
  useEffect(() => {
    // every answer counts, also one like the last
    if (changed && dataUpdatedAt > 0) void queryClient.invalidateQueries({ queryKey: [listFleet.id] })
  }, [changed, dataUpdatedAt])
}
