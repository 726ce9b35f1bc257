import type { Refusal } from '../../api/session.ts'

/** Whether somebody signed in with a key, rather than as a person. */
export function isOfKey({ id, subject = id, impersonator }: Refusal): boolean {
  return subject === (impersonator ? impersonator.partner.id : id)
}

/** Why the previous session ended. */
export function refusalSentence({ reason, subject }: Refusal): string {
  if (reason === 'ended') return 'Your session has ended. Sign in again to continue where you left off.'
  if (subject !== undefined) return 'You no longer have access there.'
  return reason === 'refused-key'
    ? 'Your key is no longer valid. It may have been replaced. Sign in with the new key to continue where you left off.'
    : 'You no longer have access with this key. It may have been replaced or withdrawn. Sign in again to continue where you left off.'
}
