import type { Scope } from '../api/scope.ts'

/** What the server behind a site is called: partners look after those of others. */
export function serverWords({ kind }: Pick<Scope, 'kind'>): 'your server' | 'the origin' {
  return kind === 'user' ? 'your server' : 'the origin'
}

/** The same in a legend. */
export function serverLabel({ kind }: Pick<Scope, 'kind'>): string {
  return kind === 'user' ? 'Your server' : 'Origin'
}
