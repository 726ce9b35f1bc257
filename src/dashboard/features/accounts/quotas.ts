import { readQuotas, type QuotaName, type ReadOf } from '../../../contract/index.ts'
import { decimal } from '../../../words/quantities.ts'
import { ifOffered, type Query } from '../../api/queries.ts'
import { scopedQuery, type Scope } from '../../api/scope.ts'

export type AccountQuotas = ReadOf<typeof readQuotas.user>

/** What the account may have and how much of it is in use; null if the service doesn't say. */
export function quotasOf(scope: Scope): Query<AccountQuotas | null> {
  return ifOffered(scopedQuery(readQuotas, scope, {}))
}

type Limited = Extract<QuotaName, 'sites' | 'monitors' | 'runs'>

/** From this share on, a quota is mentioned where more can be added. */
const nearlyUsed = 0.8

export interface QuotaState {
  /** A sentence about a quota that is nearly or entirely used up. */
  readonly note?: string | undefined
  /** Why nothing can be added. */
  readonly full?: string | undefined
}

const words: Readonly<Record<Limited, { many: string; used: string; remedy: string }>> = {
  sites: { many: 'sites', used: 'in use', remedy: 'Delete a site before you add another.' },
  monitors: { many: 'monitors and tests', used: 'in use', remedy: 'Delete one before you add another.' },
  runs: { many: 'test runs a day', used: 'used up for today', remedy: 'Try again after midnight UTC.' },
}

/** What to say about the quotas of something to be added: of the first one that is used up, or else nearly so. */
export function quotaState(quotas: AccountQuotas | null | undefined, names: readonly Limited[]): QuotaState {
  const states = names.map((name): QuotaState => {
    const { used, allowed } = quotas?.[name] ?? {}
    if (typeof used !== 'number' || typeof allowed !== 'number') return {}
    const { many, used: usedUp, remedy } = words[name]
    const total = decimal(allowed)
    if (used >= allowed) {
      const full = `The ${total} ${many} of the account’s plan are ${usedUp}. ${remedy}`
      return { note: full, full }
    }
    if (used < allowed * nearlyUsed) return {}
    return {
      note: `${decimal(used)} of the plan’s ${total} ${many} are ${name === 'runs' ? 'used' : 'in use'}.`,
    }
  })
  return states.find(({ full }) => full) ?? states.find(({ note }) => note) ?? {}
}
