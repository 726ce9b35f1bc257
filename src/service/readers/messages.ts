import type { JobName } from './jobs.ts'

/** Given to a reader thread when it starts. */
export interface ThreadOptions {
  /** What `openReader` opens. */
  readonly url: string
}

/** To a reader thread. It runs one job at a time. */
export type ToThread =
  | { readonly kind: 'run'; readonly job: JobName; readonly input: unknown }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'close' }

/** From a reader thread. */
export type FromThread =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
