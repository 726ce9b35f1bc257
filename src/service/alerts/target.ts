import type { AlertRule } from '../database/index.ts'

interface Addresses {
  /** The account's email address; null for a partner's rule. */
  readonly account_email: string | null
  readonly partner_email: string | null
}

/** Where a rule's alerts go: an email address, which follows its owner's, or a webhook's URL. */
export function targetOf(
  { channel, url, recipient }: Pick<AlertRule, 'channel' | 'url' | 'recipient'>,
  { account_email, partner_email }: Addresses,
): string | null {
  if (channel === 'webhook') return url
  return recipient === 'partner' ? partner_email : account_email
}
