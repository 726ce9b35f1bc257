import pLimit from 'p-limit'
import type { Params } from 'react-router'
import {
  listAccounts,
  listAlertRules,
  listAccountSites,
  maxPerPage,
  readIncident,
  readMonitor,
  readSample,
  readTest,
} from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { ApiError } from '../../../client/errors.ts'
import { pagesOf } from '../../../client/pages.ts'
import { callScoped, type Scope } from '../../api/scope.ts'
import { readState } from '../samples/explorer-state.ts'

const maxConcurrentReads = 6

/** What a link of an account holder names. */
export interface Sought {
  readonly kind: 'site' | 'monitor' | 'test' | 'monitor or test' | 'sample' | 'incident' | 'alert rule'
  readonly id: string
}

/** The parameters of addresses whose value is the ID of a record. */
const queryKinds = [
  ['site', 'site'],
  ['site_id', 'site'],
  ['monitor', 'monitor'],
  ['monitor_id', 'monitor'],
  ['id', 'sample'],
  ['from', 'monitor or test'],
] as const satisfies readonly (readonly [string, Sought['kind']])[]

/** The record that an address names; undefined if it names none. */
export function soughtIn(params: Params, query: URLSearchParams): Sought | undefined {
  for (const kind of ['site', 'monitor', 'test', 'sample', 'incident'] as const) {
    const id = params[`${kind}Id`]
    if (id !== undefined) return { kind, id }
  }
  const [source] = readState(query).sources
  if (source) return { kind: 'monitor or test', id: source.id }
  for (const [name, kind] of queryKinds) {
    const id = query.get(name)
    // one that is copied, rather than the start of a range
    if (id && !(name === 'from' && query.has('to'))) return { kind, id }
  }
  return undefined
}

interface AccountSearch {
  readonly partner: string
  readonly sought: Sought
  /** Searches only accounts with this in their name or email; empty searches all. */
  readonly term: string
}

export interface Progress {
  readonly searched: number
  readonly total: number
}

/**
 * Finds the account that has a record. No operation returns it, so this asks each of the partner's accounts, a few at a
 * time. Undefined if none has it. Throws `ApiError`, or the abort reason of `signal`.
 */
export async function findAccountOf(
  { partner, sought, term }: AccountSearch,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string | undefined> {
  const limit = pLimit(maxConcurrentReads)
  const path = { partner_id: partner }
  const query = { per_page: maxPerPage, direction: 'asc' as const, search_term: term || undefined }
  const readList = (page: number) => call(listAccounts, { path, query: { ...query, page } }, { signal })
  let searched = 0
  for await (const list of pagesOf(readList)) {
    let found: string | undefined
    const searchAccount = async (account: string) => {
      signal.throwIfAborted()
      if (found) return
      if (await has({ kind: 'account', partner, account }, sought, signal)) found = account
      searched++
      onProgress({ searched, total: list.total_entries })
    }
    await Promise.all(list.accounts.map(({ id }) => limit(() => searchAccount(id))))
    if (found) return found
  }
  return undefined
}

async function has(scope: Scope & { kind: 'account' }, { kind, id }: Sought, signal: AbortSignal): Promise<boolean> {
  if (kind === 'site') {
    const path = { partner_id: scope.partner, account_id: scope.account }
    const { sites } = await call(listAccountSites, { path }, { signal })
    return sites.some((site) => site.id === id)
  }
  if (kind === 'monitor or test') {
    return (await has(scope, { kind: 'monitor', id }, signal)) || has(scope, { kind: 'test', id }, signal)
  }
  if (kind === 'alert rule') {
    const { rules } = await callScoped(listAlertRules, scope, {}, { signal })
    return rules.some((rule) => rule.id === id)
  }
  try {
    await readOne(scope, { kind, id }, signal)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return false
    throw error
  }
}

function readOne(scope: Scope, { kind, id }: Sought, signal: AbortSignal): Promise<unknown> {
  switch (kind) {
    case 'monitor':
      return callScoped(readMonitor, scope, { path: { monitor_id: id } }, { signal })
    case 'test':
      return callScoped(readTest, scope, { path: { test_id: id } }, { signal })
    case 'sample':
      return callScoped(readSample, scope, { path: { sample_id: id }, query: {} }, { signal })
    default:
      return callScoped(readIncident, scope, { path: { incident_id: id } }, { signal })
  }
}
