import type { AnyScope } from './scope.ts'
import { session } from './session.ts'

/** Who can replace a key that can't be replaced in the dashboard. */
export function keyReplacer({ kind }: Pick<AnyScope, 'kind'>): string {
  return kind === 'user' && !session.impersonator() ? 'your hosting provider' : 'the operator of the service'
}
