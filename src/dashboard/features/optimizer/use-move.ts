import { useMutation } from '@tanstack/react-query'
import { isOptimized, isOptimizerState, type OptimizerMove } from '../../../contract/index.ts'
import { markStale } from '../../api/change.ts'
import { queryClient } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'
import { siteOf, type Site } from '../sites/reads.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { siteMeaning } from '../sites/meaning.ts'
import { makeMove } from './make-move.ts'
import { resume, type Move } from './moves.ts'

/** Identifies the moves of a site's optimizer. */
export const movesKey = (siteId: string) => ['optimizer', siteId]

/**
 * Moves a site's optimizer. The new state shows at once and is reverted if the service refuses it. Only the service
 * knows the state after a resume.
 */
export function useMove(scope: Scope, siteId: string) {
  const { queryKey } = siteOf(scope, siteId)
  const show = (optimizer: string) =>
    queryClient.setQueryData<Site>(
      queryKey,
      (site) => site && { ...site, optimizer, state_since: new Date().toISOString() },
    )
  const change = useMutation({
    mutationKey: movesKey(siteId),
    mutationFn: ({ move }: Move) => makeMove(scope, siteId, move),
    onMutate: async ({ move }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Site>(queryKey)
      if (isState(move)) show(move)
      return before
    },
    onError: (_error, _move, before) => {
      if (before) queryClient.setQueryData(queryKey, before)
    },
    onSuccess: ({ optimizer }, { done, move }, before) => {
      show(optimizer)
      // transparent doesn't ask first; resuming takes it back wherever the optimizer was running
      const earlier = before?.optimizer
      const canUndo = move === 'transparent' && isOptimizerState(earlier) && isOptimized(earlier)
      toast(
        `${done}. ${siteMeaning({ service_cname: null, ...before, optimizer }, scope)}`,
        canUndo ? () => change.mutate(resume) : undefined,
        `optimizer ${siteId}`,
      )
    },
    // a refusal may mean that the state was changed elsewhere
    onSettled: (_reply, _error, { move }) => void markStale(`optimizer.${move}`),
  })
  return change
}

function isState(move: OptimizerMove): move is Exclude<OptimizerMove, 'resume'> {
  return move !== 'resume'
}
