import type { Generated } from 'kysely'
import type { Json, Time } from './columns.ts'

export interface MonitorTable {
  id: string
  account_id: string | null
  /** The site whose key page it is. */
  site_id: string | null
  kind: 'monitor' | 'test'
  name: string
  name_lower: string
  type: 'WEBPAGE' | 'HTTP'
  status: 'RUNNING' | 'SUSPENDED'
  suspended_message: string | null
  spec: Json
  /** The check's password, sealed. */
  secret_sealed: string | null
  /** JSON list of the values of the secret headers in `spec`, in their order, sealed. */
  headers_sealed: string | null
  interval_ms: number | null
  next_due_at: Time | null
  rounds_left: number | null
  ends_at: Time | null
  created_at: Time
  updated_at: Time
  last_sample: Json | null
  last_sample_at: Time | null
  /** The size of all details and screenshots that its samples still have. */
  kept_bytes: Generated<number>
  /** Numbers by the name of their metric; null without limits. */
  limits: Generated<Json | null>
}

/** The queue of due checks: a row exists from the start of its round until its samples are stored. */
export interface CheckTable {
  id: string
  monitor_id: string
  /** The index of the monitor's combination of connectivity and browser. */
  variant: number
  location: string
  type: 'WEBPAGE' | 'HTTP'
  round_at: Time
  not_before: Time
  lease_by: string | null
  lease_until: Time | null
  /** The account whose check it is, or `nobody`. */
  owner: Generated<string>
  /** The host that it measures. */
  target: Generated<string>
  /** The queue it waits in: its owner's, or that of a silent target of the owner's. */
  queue: Generated<string>
  /** Whether that queue is in the lane of silent targets. */
  silent: Generated<number>
}

export interface SampleTable {
  id: string
  monitor_id: string
  taken_at: Time
  sample_type: number
  location: string
  data_center: string
  connectivity: Json | null
  browser: Json | null
  view: 'EMPTY' | 'FULL' | null
  issues: Json
  /** Values in the order of `metricNames`. */
  metrics: Json
  /** The size of its details when they were stored; null if there were none. They may have been deleted since. */
  detail_bytes: number | null
  /** The same for its screenshots. */
  screenshot_bytes: number | null
  /** By how much the runner itself can have delayed it, ms; null if that wasn't measured. */
  runner_delay: Generated<number | null>
  /** 0 if that is too much for its times to count. */
  judged: Generated<number>
  /** How long after it was due the check began; null where nobody recorded it. */
  late_ms: Generated<number | null>
}

export interface SampleDetailTable {
  sample_id: string
  /** JSON of requests, headers, applied and device, gzipped. */
  detail: Uint8Array
}

export interface ScreenshotTable {
  sample_id: string
  position: number
  at: number
  content_type: string
  data: Uint8Array
}

/** The sizes of a sample's details and screenshots. The row is deleted with them. */
export interface KeptDetailTable {
  sample_id: string
  monitor_id: string
  account_id: string | null
  taken_at: Time
  detail_bytes: number
  /** 0 without screenshots, or once they have been deleted. */
  screenshot_bytes: number
}

/** The samples of a monitor in an hour that differ in nothing but time and browser. */
export interface SampleRollupTable {
  monitor_id: string
  /** Hours since 1970 in UTC. */
  hour: number
  /** Counts the roll-ups of the hour. */
  position: number
  location: string
  data_center: string
  connectivity: Json | null
  view: 'EMPTY' | 'FULL' | null
  samples: number
  /** Counts and sketches, packed. Null for an hour with so many samples that it has no roll-up. */
  data: Uint8Array | null
}

/** The hours with samples that came or went after the last roll-up, maintained by triggers. */
export interface StaleHourTable {
  monitor_id: string
  /** Hours since 1970 in UTC. */
  hour: number
}

/** The runners, each of which reports while it runs. */
export interface RunnerTable {
  id: string
  location: string
  data_center: string
  browsers: Json
  seen_at: Time
}
