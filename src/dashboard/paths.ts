import type { OptimizerMove } from '../contract/index.ts'
import type { AnyScope, Scope } from './api/scope.ts'

/** A path with its parameters encoded. */
function at(parts: TemplateStringsArray, ...params: string[]): string {
  return parts.reduce((path, part, i) => `${path}${encodeURIComponent(params[i - 1] ?? '')}${part}`)
}

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value)
  return params.size ? `${path}?${params}` : path
}

/** The path of a partner's account; empty for account holders. */
function below(scope: AnyScope): string {
  return scope.kind === 'account' ? at`/accounts/${scope.account}` : ''
}

/** Every address of the dashboard. */
export const paths = {
  /** A partner's fleet, or an account holder's sites. */
  home: ({ search }: { search?: string } = {}) => withQuery('/', { search_term: search }),
  /** `back` is the address to open after signing in; `by` the form to sign in with. */
  signIn: ({ back, by }: { back?: string | undefined; by?: 'key' | 'email' | undefined } = {}) =>
    withQuery('/sign-in', { back: back === '/' ? undefined : back, by }),
  /** Where a mailed link to set a new password leads, with its token behind `#`; without one, where it is asked for. */
  reset: () => '/reset',
  /** Where a mailed invitation leads, with its token behind `#`. */
  invitation: () => '/invitation',
  /** Where a link of a hosting panel leads, with its token behind `#`. */
  signInLink: () => '/sign-in-link',
  /** Where an identity provider sends the browser back. */
  signOnCallback: () => '/sso/callback',
  /** Where a password that the service made is replaced. `back` is the address to open afterwards. */
  choosePassword: ({ back }: { back?: string } = {}) =>
    withQuery('/password', { back: back === '/' ? undefined : back }),
  /** The password and the sessions of whoever is signed in. */
  security: () => '/security',
  /** Those of an account, or a partner's own. */
  people: (scope: AnyScope) => `${below(scope)}/people`,
  invite: (scope: AnyScope) => `${below(scope)}/people/new`,
  /** The API keys of an account, or a partner's own. */
  keys: (scope: AnyScope) => `${below(scope)}/keys`,
  newKey: (scope: AnyScope) => `${below(scope)}/keys/new`,
  accounts: ({ search }: { search?: string } = {}) => withQuery('/accounts', { search_term: search }),
  newAccount: () => '/accounts/new',
  account: (account: string) => at`/accounts/${account}`,
  /** What comes next for a new account. */
  createdAccount: (account: string) => at`/accounts/${account}/created`,
  accountDetails: (account: string) => at`/accounts/${account}/account`,
  changeEmail: (account: string) => at`/accounts/${account}/account/email`,
  deleteAccount: (account: string) => at`/accounts/${account}/account/delete`,
  /** An account's page holds its sites. */
  sites: (scope: Scope) => (scope.kind === 'account' ? paths.account(scope.account) : '/sites'),
  newSite: (scope: Scope) => `${below(scope)}/sites/new`,
  site: (scope: Scope, site: string) => `${below(scope)}${at`/sites/${site}`}`,
  /** `confirm` opens a move's confirmation dialog. */
  optimizer: (scope: Scope, site: string, { confirm }: { confirm?: OptimizerMove } = {}) =>
    withQuery(`${paths.site(scope, site)}/optimizer`, { confirm }),
  changeHost: (scope: Scope, site: string) => `${paths.site(scope, site)}/host`,
  changeServer: (scope: Scope, site: string) => `${paths.site(scope, site)}/server`,
  deleteSite: (scope: Scope, site: string) => `${paths.site(scope, site)}/delete`,
  /** `search` is the explorer's state, as `writeState` writes it. */
  samples: (scope: Scope, search?: URLSearchParams) => `${below(scope)}/samples${search?.size ? `?${search}` : ''}`,
  sample: (scope: Scope, sample: string) => `${below(scope)}${at`/samples/${sample}`}`,
  compareSamples: (scope: Scope, ids: readonly string[] = []) =>
    `${below(scope)}/samples/compare${ids.length ? `?${new URLSearchParams(ids.map((id) => ['id', id]))}` : ''}`,
  monitors: (scope: Scope, { search }: { search?: string } = {}) =>
    withQuery(`${below(scope)}/monitors`, { search_term: search }),
  /** `from` is the monitor to copy, or the test if `of` says so; `address` is what to check. */
  newMonitor: (scope: Scope, { from, of, address }: { from?: string; of?: 'test'; address?: string } = {}) =>
    withQuery(`${below(scope)}/monitors/new`, { from, of, address }),
  monitor: (scope: Scope, monitor: string) => `${below(scope)}${at`/monitors/${monitor}`}`,
  editMonitor: (scope: Scope, monitor: string) => `${paths.monitor(scope, monitor)}/edit`,
  /** `site` and `monitor` select those of one. */
  incidents: (
    scope: Scope,
    {
      site,
      monitor,
      open,
    }: { site?: string | undefined; monitor?: string | undefined; open?: 'true' | undefined } = {},
  ) => withQuery(`${below(scope)}/incidents`, { site_id: site, monitor_id: monitor, open }),
  incident: (scope: Scope, incident: string) => `${below(scope)}${at`/incidents/${incident}`}`,
  tests: (scope: Scope, { search }: { search?: string } = {}) =>
    withQuery(`${below(scope)}/tests`, { search_term: search }),
  newTest: (scope: Scope, { from, of }: { from?: string; of?: 'test' } = {}) =>
    withQuery(`${below(scope)}/tests/new`, { from, of }),
  test: (scope: Scope, test: string) => `${below(scope)}${at`/tests/${test}`}`,
  siteMonitors: (scope: Scope, site: string) => `${paths.site(scope, site)}/monitors`,
  siteSamples: (scope: Scope, site: string) => `${paths.site(scope, site)}/samples`,
  /** `search` is the time window, as `writeWindow` writes it. */
  traffic: (scope: Scope, site: string, search?: URLSearchParams) =>
    `${paths.site(scope, site)}/traffic${search?.size ? `?${search}` : ''}`,
  /** `dialog` opens the flush confirmation or the dialog to paste paths. */
  cache: (scope: Scope, site: string, { dialog }: { dialog?: 'flush' | 'paste' } = {}) =>
    withQuery(`${paths.site(scope, site)}/cache`, { dialog }),
  /** What changed in an account, or at a partner itself, and who did it. `group` is one of `eventGroups`; the times are UNIX ms. */
  activity: (
    scope: AnyScope,
    {
      site,
      monitor,
      group,
      from,
      to,
    }: { site?: string; monitor?: string; group?: string; from?: number; to?: number } = {},
  ) =>
    withQuery(`${below(scope)}/activity`, {
      site,
      monitor,
      group,
      from: from === undefined ? undefined : new Date(from).toISOString(),
      to: to === undefined ? undefined : new Date(to).toISOString(),
    }),
  /** What came after a change. `site` picks the site of a release of all sites. */
  change: (scope: Scope, event: string, { site }: { site?: string | undefined } = {}) =>
    withQuery(`${below(scope)}${at`/activity/${event}`}`, { site }),
  newRelease: (scope: Scope, { site }: { site?: string } = {}) => withQuery(`${below(scope)}/activity/new`, { site }),
  /** The actions. Exceptions and rules, and what few people need, have addresses of their own. */
  settings: (scope: Scope, site: string) => `${paths.site(scope, site)}/settings`,
  settingsExceptions: (scope: Scope, site: string) => `${paths.settings(scope, site)}/exceptions`,
  settingsAdvanced: (scope: Scope, site: string, { view }: { view?: 'json' } = {}) =>
    withQuery(`${paths.settings(scope, site)}/advanced`, { view }),
  /** Those of an account, or a partner's for all its accounts. */
  alerts: (scope: AnyScope, { rule }: { rule?: string } = {}) => withQuery(`${below(scope)}/alerts`, { rule_id: rule }),
  newAlertRule: (scope: AnyScope) => `${below(scope)}/alerts/new`,
  alertRule: (scope: AnyScope, rule: string) => `${below(scope)}${at`/alerts/${rule}`}`,
  /** The account holder's account page. */
  ownAccount: () => '/account',
  serviceIps: () => '/service-ips',
  /** Shared components in all their states, in the demo only. */
  gallery: () => '/gallery',
}

/** Whether a page is for whoever comes with a link or from an identity provider, signed in or not. */
export function isOfLink(pathname: string): boolean {
  return [paths.invitation(), paths.reset(), paths.signInLink(), paths.signOnCallback()].includes(pathname)
}

/** Pages that partners and account holders share. A partner's are below the path of an account. */
const shared = /^\/(?:sites|incidents|monitors|tests|samples|activity|changes|alerts|people|keys)(?=[/?]|$)/

/** The address at which an account holder finds a partner's page; undefined where there is none. */
export function asHolder(address: string): string | undefined {
  const [start, account] = /^\/accounts\/([^/?]+)/.exec(address) ?? ['']
  if (account === undefined || account === 'new') return undefined
  // only partners delete sites and accounts, and change their hosts and email addresses
  const page = address.slice(start.length).replace(/\/(?:delete|host|email)$/, '')
  // an account's page holds its sites
  if (!page.startsWith('/')) return `/sites${page}`
  return page === '/account' || shared.test(page) ? page : undefined
}

/** The address at which a partner finds a page of one of their account holders; undefined where there is none. */
export function asPartner(address: string, account: string): string | undefined {
  const [list] = /^\/sites(?=\?|$)/.exec(address) ?? ['']
  return address === '/account' || shared.test(address)
    ? paths.account(account) + address.slice(list.length)
    : undefined
}
