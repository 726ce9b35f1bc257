import type { Partner } from '../database/index.ts'

interface Names {
  readonly email: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly company?: string | undefined
}

/** First and last name, or the company, or the part of the email address before the @. */
export function accountName({ email, first_name, last_name, company }: Names): string {
  return [first_name, last_name].filter(Boolean).join(' ') || company || email.slice(0, email.lastIndexOf('@'))
}

interface CreationOptions {
  readonly plan?: string | undefined
  readonly deferred_host: boolean
  readonly deferred_creation: boolean
}

/** What isn't available to this kind of partner, by field. */
export function creationRefusals(
  partner: Pick<Partner, 'addon' | 'reseller'>,
  body: CreationOptions,
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of ['deferred_host', 'deferred_creation'] as const) {
    if (body[field] && partner.addon !== 1) fields[field] = 'is only available to addon partners'
  }
  if (partner.reseller === 1 && !body.plan) fields['plan'] = 'is required for resellers: free, paid or plus_paid'
  return fields
}
