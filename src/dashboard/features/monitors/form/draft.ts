import * as z from 'zod/mini'
import {
  browserCaches,
  deviceNames,
  httpMethods,
  defaultInterval,
  monitorTypes,
  limitedMetrics,
  policies,
  protocols,
  type Monitor,
} from '../../../../contract/index.ts'
import { typedFrom } from '../limit-entry.ts'
import type { Kind } from '../reads.ts'

const connectionDraft = z.object({ down: z.string(), up: z.string(), latency: z.string(), loss: z.string() })
/** A connection's limits as typed. */
export type ConnectionDraft = z.output<typeof connectionDraft>

/** The values of the form. Numbers stay text until they are sent. */
export const draftSchema = z.object({
  type: z.enum(monitorTypes),
  /** One per line. */
  addresses: z.string(),
  /** `{host}` and `{path}` are replaced with parts of the address, which is the name where this is empty. */
  name: z.string(),
  /** For addresses without one. */
  protocol: z.enum(protocols),
  /** The value of a secret header is null until it is entered: it's neither copied nor kept in a draft. */
  headers: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  auth: z.string(),
  password: z.string(),
  method: z.enum(httpMethods),
  body: z.string(),
  screenshots: z.boolean(),
  cache: z.enum(browserCaches),
  locations: z.array(z.string()),
  connections: z.array(connectionDraft),
  browsers: z.array(z.object({ name: z.string(), version: z.string() })),
  device: z._default(z.enum(deviceNames), 'DESKTOP'),
  interval: z.string(),
  policy: z.enum(policies),
  times: z.string(),
  minutes: z.string(),
  running: z.boolean(),
  message: z.string(),
  /** Of monitors: what counts as slow. */
  limits: z._default(z.partialRecord(z.enum(limitedMetrics), z.string()), {}),
})
export type Draft = z.output<typeof draftSchema>

export const emptyConnection: ConnectionDraft = { down: '', up: '', latency: '', loss: '0' }

export function emptyDraft(kind: Kind): Draft {
  return {
    type: 'WEBPAGE',
    addresses: '',
    name: '',
    protocol: 'HTTPS',
    headers: [],
    auth: '',
    password: '',
    method: 'GET',
    body: '',
    screenshots: true,
    cache: 'EMPTY',
    locations: [],
    connections: [],
    browsers: [],
    device: 'DESKTOP',
    interval: kind === 'monitor' ? String(defaultInterval) : '',
    policy: 'PARALLEL',
    times: '3',
    minutes: '30',
    running: true,
    message: '',
    limits: {},
  }
}

/** The form's values copied from an existing monitor or test. */
export function draftFrom(record: Monitor, kind: Kind, sameKind: boolean): Draft {
  const empty = emptyDraft(kind)
  const { constants = {}, variables = {}, timing = {} } = record
  return {
    ...empty,
    type: oneOf(monitorTypes, record.type, empty.type),
    addresses: constants.url ?? '',
    name: record.name ?? empty.name,
    protocol: oneOf(protocols, constants.protocol, empty.protocol),
    headers: (constants.http_headers ?? []).map(({ name, value }) => ({ name, value })),
    auth: constants.auth ?? '',
    method: oneOf(httpMethods, constants.http_method, empty.method),
    body: constants.http_body ?? '',
    screenshots: constants.screenshots ?? empty.screenshots,
    device: oneOf(deviceNames, constants.device, empty.device),
    cache: oneOf(browserCaches, constants.browser_cache, empty.cache),
    locations: [...(variables.locations ?? [])],
    connections: (variables.connectivities ?? []).map(connectionDraftOf),
    browsers: (variables.browsers ?? []).map(({ name, version }) => ({ name, version })),
    limits: typedFrom(record.limits),
    // a test's schedule doesn't suit a monitor, nor the other way round
    ...(sameKind
      ? {
          interval: text(timing.interval) || empty.interval,
          policy: oneOf(policies, timing.policy, empty.policy),
          times: text(timing.run_times) || empty.times,
          minutes: text(timing.duration) || empty.minutes,
        }
      : {}),
  }
}

export function connectionDraftOf(connection: {
  readonly bandwidth_down: number
  readonly bandwidth_up: number
  readonly latency: number
  readonly drop_rate: number
}): ConnectionDraft {
  return {
    down: String(connection.bandwidth_down),
    up: String(connection.bandwidth_up),
    latency: String(connection.latency),
    loss: String(connection.drop_rate),
  }
}

export function isSameConnection(a: ConnectionDraft, b: ConnectionDraft): boolean {
  return a.down === b.down && a.up === b.up && a.latency === b.latency && a.loss === b.loss
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function oneOf<const T extends string>(values: readonly T[], value: string | undefined, fallback: T): T {
  return values.find((candidate) => candidate === value?.toUpperCase()) ?? fallback
}
