import type { AlertReason, AlertRecord } from '../../../contract/index.ts'

const stateNames: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
}

/** A delivery's state. One that isn't known is shown as received. */
export function deliveryState(state: string): string {
  return stateNames[state] ?? state
}

const reasons: Readonly<Record<AlertReason, string>> = {
  muted: 'The rule is muted.',
  maintenance: 'The site is in maintenance.',
  recent: 'Sent less than an hour ago.',
  digest: 'Too many at once: collected for a digest.',
  acknowledged: 'The incident was acknowledged.',
  over: 'The incident ended first.',
  again: 'The incident began again.',
  untold: 'This recipient never got the alert that the incident had begun.',
  off: 'The rule was turned off or deleted.',
  gone: 'The incident was deleted.',
}

/** Why an alert waits, was dropped or failed; undefined if there is nothing to say. */
export function whyAlert({ reason, last_error, digest_id }: AlertRecord): string | undefined {
  const known = new Map<string, string>(Object.entries(reasons)).get(reason ?? '')
  return known ?? reason ?? last_error ?? (digest_id === null ? undefined : 'Part of a digest.')
}
