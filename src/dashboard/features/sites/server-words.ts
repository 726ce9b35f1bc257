import { type Reader, serverOf } from '../../../words/verdict.ts'
import type { Scope } from '../../api/scope.ts'

/** Whether the reader looks after the server behind a site, or after those of others. */
export function readerOf({ kind }: { readonly kind: Scope['kind'] | 'partner' }): Reader {
  return kind === 'user' ? 'holder' : 'partner'
}

/** What the server behind a site is called. */
export function serverWords(scope: Pick<Scope, 'kind'>): 'your server' | 'the origin' {
  return serverOf(readerOf(scope))
}

/** The same in a legend. */
export function serverLabel(scope: Pick<Scope, 'kind'>): string {
  return readerOf(scope) === 'holder' ? 'Your server' : 'Origin'
}
