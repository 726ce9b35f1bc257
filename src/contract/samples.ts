import * as z from 'zod/mini'
import { browserRecord } from './browser.ts'
import { connectivityRecord } from './connectivity.ts'
import { deviceRecord } from './devices.ts'
import { scoped } from './endpoint.ts'
import { id, text } from './fields.ts'
import { type Lenient, lenient, lenientPage } from './lenient.ts'
import { metricNames } from './metrics.ts'
import { moment } from './moments.ts'
import { pageOf, paging } from './paging.ts'
import { splits } from './series.ts'
import type { SampleType } from './severity.ts'

/** A check that begins this long after it was due is late, ms. */
export const lateAfter = 10_000

const metrics = z.record(z.string(), z.nullable(z.number()))

export const sampleSummary = z.looseObject({
  id,
  taken_at: z.string(),
  sample_type: z.number(),
  metrics,
  judged: z.optional(z.boolean()),
  /** The latest round so far: when it was due, and the severity of its worst sample. An extension. */
  round: z.optional(z.looseObject({ due_at: z.string(), sample_type: z.number(), judged: z.boolean() })),
})
export type SampleSummary = z.output<typeof sampleSummary>

export const issue = z.looseObject({ severity: z.number(), code: z.string(), message: z.string() })
export type Issue = { severity: SampleType; code: string; message: string }

const sampleFields = {
  id,
  profile_id: id,
  location: z.string(),
  data_center: z.string(),
  connectivity: z.nullable(connectivityRecord),
  browser: z.nullable(browserRecord),
  view: z.nullable(z.string()),
  taken_at: z.string(),
  sample_type: z.number(),
  issues: z.array(issue),
  metrics,
  /** By how much the runner itself can have delayed it, in ms; null if that wasn't measured. An extension. */
  runner_delay: z.optional(z.nullable(z.number())),
  /** Whether its times count: false if the runner was too busy to measure them. An extension. */
  judged: z.optional(z.boolean()),
  /** How long after its round was due the measurement began; null for older samples, which lack it. An extension. */
  late_ms: z.optional(z.nullable(z.number())),
}

export const sampleRecord = z.looseObject(sampleFields)
export type SampleRecord = z.output<typeof sampleRecord>
/** A sample of a list as a client reads it. */
export type Sample = Lenient<typeof sampleRecord>

const header = z.looseObject({ name: z.string(), value: z.string() })

/** A resource that was requested. Times are ms from the start of the measurement; null for a phase that was skipped. */
export const requestRecord = z.looseObject({
  url: z.string(),
  method: z.string(),
  /** document, css, js, image, font, fetch, media or other */
  type: z.string(),
  status: z.nullable(z.number()),
  protocol: z.nullable(z.string()),
  start: z.number(),
  dns: z.nullable(z.number()),
  connect: z.nullable(z.number()),
  tls: z.nullable(z.number()),
  wait: z.nullable(z.number()),
  receive: z.nullable(z.number()),
  end: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  error: z.nullable(z.string()),
  /** The first response headers, without secrets. Left out if there was no response, or no room for them. An extension. */
  headers: z.optional(z.array(header)),
})
export type RequestRecord = z.output<typeof requestRecord>

export const screenshot = z.looseObject({ at: z.number(), content_type: z.string(), data: z.string() })

/** Why details or screenshots of a sample are gone: too old (`age`), or their space was needed (`quota`). Null if they aren't. */
const deletion = z.nullable(
  z.looseObject({
    reason: z.enum(['age', 'quota']),
    /** How many days they are kept. */
    days: z.optional(z.number()),
  }),
)

export const sampleDetail = z.looseObject({
  ...sampleFields,
  requests: z.array(requestRecord),
  /** The response headers of the page itself. */
  headers: z.array(header),
  /** The throttling that was measured; null without throttling. */
  applied: z.nullable(z.looseObject({})),
  /** What the page was opened on; null for an HTTP check, and where it isn't known. An extension. */
  device: z.optional(z.nullable(deviceRecord)),
  screenshots: z.optional(z.array(screenshot)),
  /** What has been deleted since the sample was taken. An extension. */
  deleted: z.optional(z.looseObject({ details: deletion, screenshots: deletion })),
})
export type SampleDetail = z.output<typeof sampleDetail>
/** A whole sample as a client reads it. */
export type WholeSample = Lenient<typeof sampleDetail>

const selection = {
  profile_and_locations: z
    .array(
      z.object({
        profile_id: id,
        locations: z.optional(z.array(text(100)).check(z.maxLength(50))),
        location: z.optional(text(100)),
      }),
    )
    .check(z.minLength(1, 'must name at least one monitor or test'), z.maxLength(100, 'must have at most 100 items')),
  metrics: z.optional(
    z.array(z.enum(metricNames, 'must be the name of a metric')).check(z.maxLength(metricNames.length)),
  ),
  from: z.optional(moment),
  to: z.optional(moment),
  /** Data centers to keep. */
  location: z.optional(z.array(text(100)).check(z.maxLength(50))),
  sample_type: z._default(
    z
      .int('must be -1, 0, 1, 2 or 3')
      .check(z.gte(-1, 'must be -1, 0, 1, 2 or 3'), z.lte(3, 'must be -1, 0, 1, 2 or 3')),
    -1,
  ),
  /** The code of an issue: only samples with it. An extension. */
  issue: z.optional(text(100)),
}

export const sampleQuery = z.extend(paging, selection)
export type SampleQuery = z.output<typeof sampleQuery>
export const seriesQuery = z.object({
  ...selection,
  buckets: z._default(z.int('must be a whole number').check(z.gte(1), z.lte(1000, 'must be at most 1,000')), 200),
  /** Only samples of this one's connectivity and view. */
  like_sample_id: z.optional(id),
  /** What to split the series by, in addition to the whole. */
  split: z.optional(z.enum(splits, 'must be profile, location, connectivity or view')),
})
export type SeriesQuery = z.output<typeof seriesQuery>

export const listSamples = scoped({
  id: 'samples.list',
  method: 'GET',
  path: '/samples',
  summary: 'List the samples of monitors and tests, newest first',
  query: sampleQuery,
  rows: 'rows',
  reply: pageOf('rows', sampleRecord),
  read: lenientPage(sampleRecord),
  refusals: { 404: "A monitor or test doesn't exist, or it isn't yours." },
})

export const readSample = scoped({
  id: 'samples.read',
  method: 'GET',
  path: '/samples/{sample_id}',
  summary: 'Read a sample with its requests and headers',
  query: z.object({ screenshots: z._default(z.boolean('must be true or false'), false) }),
  reply: sampleDetail,
  read: lenient(sampleDetail),
})

const percentiles = z.looseObject({ p50: z.number(), p75: z.number(), p95: z.number(), p99: z.number() })

const buckets = z.array(
  z.looseObject({
    /** UNIX ms at the start of the bucket. */
    at: z.number(),
    count: z.number(),
    by_type: z.record(z.string(), z.number()),
    metrics: z.record(z.string(), percentiles),
    /** How many samples have a value of each metric. */
    values: z.optional(z.record(z.string(), z.number())),
  }),
)

export const readSeries = scoped({
  id: 'samples.series',
  extension: true,
  method: 'GET',
  path: '/samples/series',
  summary: 'Read percentiles over time',
  query: seriesQuery,
  reply: z.looseObject({
    buckets,
    /** With `split`, the series of each part, with the field that its samples have in common. */
    parts: z.optional(
      z.array(
        z.looseObject({
          profile_id: z.optional(id),
          location: z.optional(z.string()),
          connectivity: z.optional(z.nullable(connectivityRecord)),
          view: z.optional(z.nullable(z.string())),
          buckets,
        }),
      ),
    ),
    /** Whether there are parts with fewer samples than these. */
    has_more_parts: z.optional(z.boolean()),
  }),
  refusals: { 404: "A monitor, test or sample doesn't exist, or it isn't yours." },
})
