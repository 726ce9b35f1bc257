import type { Partner } from '../database/index.ts'

interface Names {
  readonly email: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly company?: string | undefined
}

/** What is given of first and last name; else the company; else the part of the e-mail before the @. */
export function accountName({ email, first_name, last_name, company }: Names): string {
  return [first_name, last_name].filter(Boolean).join(' ') || company || email.slice(0, email.lastIndexOf('@'))
}

interface Privileged {
  readonly plan?: string | undefined
  readonly deferred_host: boolean
  readonly deferred_creation: boolean
}

/** What this kind of partner may not ask for, by field. */
export function creationRefusals(
  partner: Pick<Partner, 'addon' | 'reseller'>,
  asked: Privileged,
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of ['deferred_host', 'deferred_creation'] as const) {
    if (asked[field] && partner.addon !== 1) fields[field] = 'is for addon partners only'
  }
  if (partner.reseller === 1 && !asked.plan) fields['plan'] = 'is required of resellers: free, paid or plus_paid'
  return fields
}
