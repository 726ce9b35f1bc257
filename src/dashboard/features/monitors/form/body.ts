import * as z from 'zod/mini'
import { httpUrl, monitorBody, problemsOf, type MonitorBodyInput } from '../../../../contract/index.ts'
import type { Kind } from '../reads.ts'
import { asFieldError } from '../../../../client/errors.ts'
import { limitProblems } from '../limit-entry.ts'
import type { Draft, ConnectionDraft } from './draft.ts'

export const maxAddresses = 50

interface Typed {
  /** The line as it was typed. */
  readonly line: string
  /** With a protocol. */
  readonly address: string
}

type Lines = Pick<Draft, 'addresses' | 'protocol'>

/** The addresses without duplicates, each with a protocol. */
export function addressesOf(draft: Lines): readonly string[] {
  return withoutDuplicates(typedIn(draft)).map(({ address }) => address)
}

/** How many addresses are skipped because they repeat another. */
export function duplicatesIn(draft: Lines): number {
  const typed = typedIn(draft)
  return typed.length - withoutDuplicates(typed).length
}

function typedIn({ addresses, protocol }: Lines): readonly Typed[] {
  return addresses
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({
      line,
      address: /^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `${protocol.toLowerCase()}://${line}`,
    }))
}

function withoutDuplicates(typed: readonly Typed[]): readonly Typed[] {
  const seen = new Set<string>()
  return typed.filter(({ address }) => !seen.has(address) && seen.add(address))
}

/** What is called by its address. */
const namePattern = '{host}{path}'

/**
 * Fills an address's host and path into a name pattern; without one, they are the name. The pattern itself if that isn't an
 * address.
 */
export function nameFrom(typed: string, address: string): string {
  const pattern = typed.trim() === '' ? namePattern : typed
  const url = httpUrl(address)
  if (!url) return pattern
  return pattern.replaceAll('{host}', () => url.host).replaceAll('{path}', () => url.pathname + url.search)
}

/** What all names begin with, if it's enough to find them by. */
export function commonBeginning(names: readonly string[]): string | undefined {
  const [first = '', ...others] = names
  let length = first.length
  while (!others.every((name) => name.startsWith(first.slice(0, length)))) length--
  const beginning = first.slice(0, length).trim()
  return beginning.length < 3 ? undefined : beginning
}

/** The request body for one address. Empty fields are left to the service's defaults. */
export function bodyOf(draft: Draft, kind: Kind, address: string): MonitorBodyInput {
  const page = draft.type === 'WEBPAGE'
  const url = httpUrl(address)
  const headers = draft.headers.filter(({ name, value }) => name.trim() || value?.trim())
  const connections = draft.connections.map(connectionOf)
  return {
    name: nameFrom(draft.name, address),
    type: draft.type,
    status: draft.running ? 'RUNNING' : 'SUSPENDED',
    ...(!draft.running && draft.message.trim() ? { suspended_message: draft.message.trim() } : {}),
    constants: {
      url: address,
      ...(url ? { protocol: url.protocol === 'https:' ? 'HTTPS' : 'HTTP' } : {}),
      ...(headers.length > 0
        ? { http_headers: headers.map(({ name, value }) => ({ name: name.trim(), value: value ?? '' })) }
        : {}),
      ...(draft.auth ? { auth: draft.auth, password: draft.password } : {}),
      ...(page
        ? {
            screenshots: draft.screenshots,
            browser_cache: draft.cache,
            ...(draft.device === 'DESKTOP' ? {} : { device: draft.device }),
          }
        : { http_method: draft.method, ...(draft.body ? { http_body: draft.body } : {}) }),
    },
    variables: {
      ...(draft.locations.length > 0 ? { locations: draft.locations } : {}),
      ...(connections.length > 0 ? { connectivities: connections } : {}),
      ...(page && draft.browsers.length > 0 ? { browsers: draft.browsers } : {}),
    },
    timing: {
      ...(kind === 'monitor' || draft.interval.trim() ? { interval: numberOf(draft.interval) } : {}),
      policy: draft.policy,
      ...(draft.policy === 'COUNT' ? { run_times: numberOf(draft.times) } : {}),
      ...(draft.policy === 'DURATION' ? { duration: numberOf(draft.minutes) } : {}),
    },
  }
}

function connectionOf({ down, up, latency, loss }: ConnectionDraft) {
  return {
    bandwidth_down: numberOf(down),
    bandwidth_up: numberOf(up),
    latency: numberOf(latency),
    drop_rate: numberOf(loss),
  }
}

/** Text that isn't a number becomes NaN, which no schema accepts. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** What the contract finds wrong, by path in the body. The service reports errors by the same paths. */
export function problemsIn(draft: Draft, kind: Kind): Record<string, string> {
  return {
    ...bodiesProblems(draft, kind),
    ...missingValues(draft),
    ...(kind === 'monitor' ? limitProblems(draft.limits, draft.type) : {}),
  }
}

/** Secret header values that weren't copied or kept. */
function missingValues({ headers }: Draft): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap(({ value }, i) =>
      value === null ? [[`constants.http_headers.${i}.value`, 'Enter the value.']] : [],
    ),
  )
}

function bodiesProblems(draft: Draft, kind: Kind): Record<string, string> {
  const typed = withoutDuplicates(typedIn(draft))
  if (typed.length === 0) return { ...bodyProblems(draft, kind, 'https://a.example/'), 'constants.url': noAddress }
  const found = typed.map(({ address }) => bodyProblems(draft, kind, address))
  const all: Record<string, string> = Object.fromEntries(found.toReversed().flatMap((errors) => Object.entries(errors)))
  for (const path of addressPaths) {
    // a name without placeholders is the same for all addresses
    if (!(path in all) || (path === 'name' && (typed.length === 1 || !isPattern(draft.name)))) continue
    const messages = found.flatMap(({ [path]: message }, i) =>
      message === undefined ? [] : [problemOf(path, typed[i]?.line ?? '', message)],
    )
    all[path] = messages.join('\n')
  }
  if (typed.length > maxAddresses) {
    all['constants.url'] = `Enter up to ${maxAddresses} addresses at a time. You have ${typed.length}.`
  }
  return all
}

/** The paths whose errors differ by address. */
const addressPaths = ['constants.url', 'name'] as const

function isPattern(name: string): boolean {
  return name.trim() === '' || name.includes('{host}') || name.includes('{path}')
}

/** Tells what is wrong with one address, or with its name. */
function problemOf(path: (typeof addressPaths)[number], line: string, message: string): string {
  const shown = `“${line.length > maxShown ? `${line.slice(0, maxShown)}…` : line}”`
  // a function, because what is typed may have a meaning in a replacement: `$&`
  return message.replace(/^This /, () => (path === 'name' ? `The name for ${shown} ` : `${shown} `))
}

const maxShown = 80

const noAddress = 'Enter an address.'
const notAnAddress = 'This isn’t a web address such as https://www.example.com/page.'

function bodyProblems(draft: Draft, kind: Kind, address: string): Record<string, string> {
  const result = z.safeParse(monitorBody, bodyOf(draft, kind, address))
  if (result.success) return {}
  return Object.fromEntries(
    Object.entries(problemsOf(result.error)).map(([path, message]) => [
      path,
      path === 'constants.url' && httpUrl(address) === undefined ? notAnAddress : asFieldError(message),
    ]),
  )
}

export interface Product {
  readonly locations: number
  readonly connections: number
  readonly browsers: number
  readonly views: number
  readonly samples: number
}

/** Samples per round. An empty list counts as one, the service's default. */
export function productOf({ type, locations, connections, browsers, cache }: Draft): Product {
  const page = type === 'WEBPAGE'
  const counts = {
    locations: Math.max(1, locations.length),
    connections: Math.max(1, connections.length),
    browsers: page ? Math.max(1, browsers.length) : 1,
    views: page && cache === 'EMPTY_AND_FULL' ? 2 : 1,
  }
  return { ...counts, samples: counts.locations * counts.connections * counts.browsers * counts.views }
}
