import * as z from 'zod/mini'
import { browser, browserRecord } from './browser.ts'
import { connectivity, connectivityRecord } from './connectivity.ts'
import { deviceNames } from './devices.ts'
import { anyCase, id, text } from './fields.ts'
import type { Lenient } from './lenient.ts'
import { limitsRecord } from './limits.ts'
import { sampleSummary } from './samples.ts'
import { variableLimits } from './variable-limits.ts'

export const monitorTypes = ['WEBPAGE', 'HTTP'] as const
export const monitorStatuses = ['RUNNING', 'SUSPENDED'] as const
/** The `suspended_message` of a test that has made all its rounds. */
export const finishedMessage = 'finished'
export const httpMethods = ['POST', 'GET', 'DELETE', 'PUT'] as const
export const protocols = ['HTTP', 'HTTPS'] as const
export const browserCaches = ['EMPTY', 'EMPTY_AND_FULL'] as const
export const policies = ['PARALLEL', 'COUNT', 'DURATION'] as const

/** Minutes. The document says "greater than 5". */
export const minInterval = 6
export const defaultInterval = 30

const minutes = (min: number, message: string) =>
  z.int('must be a whole number of minutes').check(z.gte(min, message), z.lte(525_600, 'must be at most one year'))

// RFC 9110: a field name is a token (section 5.6.2), and a value has no line breaks (5.5)
const headerName = z
  .string()
  .check(z.maxLength(256), z.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be a header name'))
const headerValue = z
  .string('must be text: a secret value is never returned, so it has to be sent again')
  .check(z.maxLength(8192), z.regex(/^[\t\x20-\x7e]*$/, 'must be a single line of ASCII'))

export const httpHeader = z.object({ name: headerName, value: headerValue })
/** A header in a change: null is the secret value that the monitor has. */
const changedHeader = z.object({ name: headerName, value: z.nullable(headerValue) })

/** An absolute http or https URL without credentials. */
const checkAddress = z.string().check(
  z.trim(),
  z.maxLength(2048),
  z.refine((v) => httpUrl(v) !== undefined, 'must be a web address such as https://www.example.com/page'),
  // the URL is shown to everyone who can see the monitor
  z.refine(
    (v) => !httpUrl(v)?.username && !httpUrl(v)?.password,
    'must not contain credentials: use auth and password',
  ),
)

export function httpUrl(value: string): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  // the standard allows what no host can have, such as exclamation marks
  return url && /^https?:$/.test(url.protocol) && /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname) ? url : undefined
}

const constantsOf = <Header extends z.ZodMiniType>(header: Header) =>
  z
    .object({
      url: checkAddress,
      protocol: z.optional(anyCase(protocols)),
      http_headers: z.optional(z.nullable(z.array(header).check(z.maxLength(50, 'must have at most 50 headers')))),
      auth: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
      password: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
      http_method: z.optional(z.nullable(anyCase(httpMethods))),
      http_body: z.optional(z.nullable(z.string().check(z.maxLength(65_536)))),
      screenshots: z.optional(z.nullable(z.boolean())),
      browser_cache: z.optional(z.nullable(anyCase(browserCaches))),
      /** What a page is opened on; left out, the desktop. An extension. */
      device: z.optional(z.nullable(anyCase(deviceNames))),
    })
    .check((c) => {
      const url = httpUrl(c.value.url)
      if (url && c.value.protocol && url.protocol !== `${c.value.protocol.toLowerCase()}:`) {
        c.issues.push({
          code: 'custom',
          input: c.value.protocol,
          path: ['protocol'],
          message: 'must match the URL',
        })
      }
    })

interface RoundBody {
  readonly type: string
  readonly constants: { readonly browser_cache?: string | null | undefined }
  readonly variables?:
    | { readonly [name in 'locations' | 'connectivities' | 'browsers']?: readonly unknown[] | null | undefined }
    | null
    | undefined
}

/** How many samples a round takes. An empty list counts as one, the service's default. */
export function samplesPerRound(body: RoundBody): number {
  const { variables } = body
  const page = body.type === 'WEBPAGE'
  const browsers = page ? Math.max(1, variables?.browsers?.length ?? 0) : 1
  const views = page && body.constants.browser_cache === 'EMPTY_AND_FULL' ? 2 : 1
  const locations = Math.max(1, new Set(variables?.locations).size)
  return locations * Math.max(1, variables?.connectivities?.length ?? 0) * browsers * views
}

const status = anyCase(monitorStatuses)

/** What the bodies of monitors and tests have, creations and changes alike. */
const shared = {
  name: text(200),
  user_id: z.optional(z.nullable(id)),
  template_type: z._default(text(100), 'multi-location'),
  type: anyCase(monitorTypes),
  suspended_message: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  screen_capture: z.optional(z.nullable(z.boolean())),
  variables: z.optional(
    z.nullable(
      z.object({
        locations: z.optional(z.nullable(z.array(text(100)).check(z.maxLength(variableLimits.locations)))),
        connectivities: z.optional(z.nullable(z.array(connectivity).check(z.maxLength(variableLimits.connectivities)))),
        browsers: z.optional(z.nullable(z.array(browser).check(z.maxLength(variableLimits.browsers)))),
      }),
    ),
  ),
  timing: z.optional(
    z.nullable(
      z.object({
        interval: z.optional(z.nullable(minutes(minInterval, `must be at least ${minInterval} minutes`))),
        policy: z.optional(z.nullable(anyCase(policies))),
        duration: z.optional(z.nullable(minutes(1, 'must be at least 1 minute'))),
        run_times: z.optional(
          z.nullable(z.int('must be a whole number').check(z.gte(1, 'must be at least 1'), z.lte(10_000))),
        ),
      }),
    ),
  ),
  /** The document's examples send this instead of `timing`. */
  duration: z.optional(
    z.nullable(
      z.object({
        policy: z.optional(anyCase(policies)),
        length: z.optional(minutes(1, 'must be at least 1 minute')),
      }),
    ),
  ),
}

interface Schedule extends RoundBody {
  readonly timing?:
    | { readonly policy?: string | null | undefined; readonly run_times?: unknown; readonly duration?: unknown }
    | null
    | undefined
  readonly duration?: { readonly policy?: string | undefined; readonly length?: unknown } | null | undefined
}

/** What is wrong with a body as a whole: the path of the field and why. */
function wrongIn(body: Schedule): readonly (readonly [path: string[], message: string])[] {
  const wrong: [string[], string][] = []
  const policy = body.timing?.policy ?? body.duration?.policy
  if (policy === 'COUNT' && body.timing?.run_times == null)
    wrong.push([['timing', 'run_times'], 'is required when the policy is COUNT'])
  if (policy === 'DURATION' && body.timing?.duration == null && body.duration?.length == null)
    wrong.push([['timing', 'duration'], 'is required when the policy is DURATION'])
  const samples = samplesPerRound(body)
  // the other limits allow this many samples only where there are several connectivities
  if (samples > variableLimits.samples)
    wrong.push([
      ['variables', 'connectivities'],
      `must be fewer: a round would take ${samples} samples, and ${variableLimits.samples} are allowed`,
    ])
  return wrong
}

/** The body that creates a monitor or a test. */
export const monitorBody = z
  .object({ ...shared, status: z._default(status, 'RUNNING'), constants: constantsOf(httpHeader) })
  .check((c) => {
    for (const [path, message] of wrongIn(c.value)) c.issues.push({ code: 'custom', input: c.value, path, message })
  })

/**
 * The body that changes a monitor: all of it as in a creation, except that the status stays where it is left out, and so do
 * secrets that are null, as they read back.
 */
export const monitorChange = z
  .object({ ...shared, status: z.optional(status), constants: constantsOf(changedHeader) })
  .check((c) => {
    for (const [path, message] of wrongIn(c.value)) c.issues.push({ code: 'custom', input: c.value, path, message })
  })
export type MonitorChange = z.output<typeof monitorChange>
export type MonitorChangeInput = z.input<typeof monitorChange>
export type MonitorBody = z.output<typeof monitorBody>
export type MonitorBodyInput = z.input<typeof monitorBody>

/** A monitor or test in a reply: the creation body with defaults filled in, and what the service adds. */
export const monitorRecord = z.looseObject({
  id,
  site_id: z.nullable(id),
  user_id: z.nullable(id),
  name: z.string(),
  template_type: z.string(),
  type: z.string(),
  status: z.string(),
  suspended_message: z.nullable(z.string()),
  constants: z.looseObject({
    url: z.string(),
    protocol: z.string(),
    /** The value of a secret header is always null. */
    http_headers: z.nullable(z.array(z.looseObject({ name: z.string(), value: z.nullable(z.string()) }))),
    auth: z.nullable(z.string()),
    password: z.null(),
    http_method: z.optional(z.string()),
    http_body: z.optional(z.nullable(z.string())),
    screenshots: z.optional(z.boolean()),
    browser_cache: z.optional(z.string()),
    device: z.optional(z.string()),
  }),
  variables: z.looseObject({
    locations: z.array(z.string()),
    connectivities: z.array(connectivityRecord),
    browsers: z.optional(z.array(browserRecord)),
  }),
  timing: z.looseObject({
    interval: z.nullable(z.number()),
    policy: z.string(),
    duration: z.nullable(z.number()),
    run_times: z.nullable(z.number()),
  }),
  created_at: z.string(),
  updated_at: z.string(),
  last_sample: z.nullable(sampleSummary),
  /** When its next round is due; null if none is, as while it is paused. An extension. */
  next_round_at: z.optional(z.nullable(z.string())),
  /** What counts as slow, by metric; null without limits. Monitors only. An extension. */
  limits: z.optional(limitsRecord),
})
export type MonitorRecord = z.output<typeof monitorRecord>
/** A monitor or test as a client reads it. */
export type Monitor = Lenient<typeof monitorRecord>
