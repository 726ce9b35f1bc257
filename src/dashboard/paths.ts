import type { OptimizerMove } from '../contract/index.ts'
import type { Scope } from './api/scope.ts'

/** A path with its parameters encoded. */
function at(parts: TemplateStringsArray, ...params: string[]): string {
  return parts.reduce((path, part, i) => `${path}${encodeURIComponent(params[i - 1] ?? '')}${part}`)
}

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  return params.size ? `${path}?${params}` : path
}

/** Under an account of the partner's, or the signed-in user's own. */
function below(scope: Scope): string {
  return scope.kind === 'account' ? at`/accounts/${scope.account}` : ''
}

/** Every address of the dashboard. */
export const paths = {
  home: () => '/',
  /** `back` is where to go after it. */
  signIn: ({ back }: { back?: string } = {}) => withQuery('/sign-in', { back: back === '/' ? undefined : back }),
  accounts: ({ search }: { search?: string } = {}) => withQuery('/accounts', { search_term: search }),
  newAccount: () => '/accounts/new',
  account: (account: string) => at`/accounts/${account}`,
  accountDetails: (account: string) => at`/accounts/${account}/account`,
  changeEmail: (account: string) => at`/accounts/${account}/account/email`,
  deleteAccount: (account: string) => at`/accounts/${account}/account/delete`,
  /** An account's page holds its sites. */
  sites: (scope: Scope) => (scope.kind === 'account' ? paths.account(scope.account) : '/sites'),
  newSite: (scope: Scope) => `${below(scope)}/sites/new`,
  site: (scope: Scope, site: string) => `${below(scope)}${at`/sites/${site}`}`,
  /** `confirm` is a move that is asked about. */
  optimizer: (scope: Scope, site: string, { confirm }: { confirm?: OptimizerMove } = {}) =>
    withQuery(`${paths.site(scope, site)}/optimizer`, { confirm }),
  changeHost: (scope: Scope, site: string) => `${paths.site(scope, site)}/host`,
  deleteSite: (scope: Scope, site: string) => `${paths.site(scope, site)}/delete`,
  /** `search` is the explorer's state, as `writeState` writes it. */
  samples: (scope: Scope, search?: URLSearchParams) => `${below(scope)}/samples${search?.size ? `?${search}` : ''}`,
  sample: (scope: Scope, sample: string) => `${below(scope)}${at`/samples/${sample}`}`,
  compareSamples: (scope: Scope, ids: readonly string[] = []) =>
    `${below(scope)}/samples/compare${ids.length ? `?${new URLSearchParams(ids.map((id) => ['id', id]))}` : ''}`,
  monitors: (scope: Scope, { search }: { search?: string } = {}) =>
    withQuery(`${below(scope)}/monitors`, { search_term: search }),
  /** `from` is what the form is filled in like, `of` its kind: a monitor where left out. */
  newMonitor: (scope: Scope, { from, of }: { from?: string; of?: 'test' } = {}) =>
    withQuery(`${below(scope)}/monitors/new`, { from, of }),
  monitor: (scope: Scope, monitor: string) => `${below(scope)}${at`/monitors/${monitor}`}`,
  tests: (scope: Scope, { search }: { search?: string } = {}) =>
    withQuery(`${below(scope)}/tests`, { search_term: search }),
  newTest: (scope: Scope, { from, of }: { from?: string; of?: 'test' } = {}) =>
    withQuery(`${below(scope)}/tests/new`, { from, of }),
  test: (scope: Scope, test: string) => `${below(scope)}${at`/tests/${test}`}`,
  siteMonitors: (scope: Scope, site: string) => `${paths.site(scope, site)}/monitors`,
  siteSamples: (scope: Scope, site: string) => `${paths.site(scope, site)}/samples`,
  /** `range` as the page keeps it in its address. */
  traffic: (scope: Scope, site: string, { range }: { range?: string } = {}) =>
    withQuery(`${paths.site(scope, site)}/traffic`, { range: range === '48h' ? undefined : range }),
  /** `dialog`: asks before a flush, or takes lines to purge. */
  cache: (scope: Scope, site: string, { dialog }: { dialog?: 'flush' | 'paste' } = {}) =>
    withQuery(`${paths.site(scope, site)}/cache`, { dialog }),
  settings: (scope: Scope, site: string) => `${paths.site(scope, site)}/settings`,
  /** The account holder's own. */
  ownAccount: () => '/account',
  serviceIps: () => '/service-ips',
  /** The shared components in all their states; only the demo has it. */
  gallery: () => '/gallery',
}

/**
 * The path to go back to, if it is one of the dashboard's own: a link to the sign-in must not lead to another site.
 *
 * Browsers leave tabs and line breaks out of an address and read `\` as `/`, so that what looks like a path can be an
 * address elsewhere. The parsed address tells.
 */
export function safeBack(back: string | null): string | undefined {
  if (back === null || !back.startsWith('/') || /[\p{Cc}\\]/u.test(back)) return undefined
  const base = 'http://own.invalid'
  const url = URL.canParse(back, base) ? new URL(back, base) : undefined
  return url?.origin === base && !/^\/(\/|sign-in)/.test(url.pathname) ? back : undefined
}
