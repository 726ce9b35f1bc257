import { useQuery } from '@tanstack/react-query'
import { readPartner, type ReadOf } from '../../../contract/index.ts'
import { q, type Query } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'

export function partnerQuery(partner: string): Query<ReadOf<typeof readPartner>> {
  return q(readPartner, { path: { partner_id: partner } })
}

/** Whether the partner of an account's pages is a reseller; undefined while it isn't known. */
export function useIsReseller(scope: Scope): boolean | undefined {
  const isPartner = scope.kind === 'account'
  const { data } = useQuery({ ...partnerQuery(isPartner ? scope.partner : ''), enabled: isPartner })
  return data?.reseller
}
