import type { CertificateRecord, severities } from '../../../contract/index.ts'

interface Verdict {
  /** Undefined where there is nothing to judge. */
  readonly severity?: (typeof severities)[number]
  readonly text: string
}

/** A certificate in two words, with how bad that is; undefined if the site gets none. */
export function verdictOf({ status, valid_until }: CertificateRecord): Verdict | undefined {
  switch (status) {
    case 'off':
    case 'none':
      return undefined
    case 'waiting':
      return { text: 'Waiting' }
    case 'valid':
      return { severity: 'ok', text: 'Valid' }
    case 'failing':
      return valid_until === null
        ? { severity: 'error', text: 'Not issued' }
        : { severity: 'warning', text: 'Valid, not renewed' }
    case 'expired':
      return { severity: 'critical', text: 'Expired' }
    default:
      return { text: status }
  }
}

/** An attempt that began longer ago is slow, ms. */
const usualMs = 5 * 60_000

/** When a site without a certificate gets one, by the state of its optimizer. In the others, its DNS is all it waits for. */
const awaited: Readonly<Record<string, string>> = {
  preview: 'We’ll issue a certificate as soon as the site is live.',
  off: 'The site gets no certificate while its optimizer is off.',
}

/**
 * What its status means and what happens next, if the dates don't say it.
 * @param state the optimizer's; null for a site with a placeholder host
 */
export function explanationOf(
  { status, valid_until, attempted_at }: CertificateRecord,
  state: string | null,
  now: number,
): string | undefined {
  switch (status) {
    case 'off':
      return 'This service doesn’t get certificates automatically. Any that its operator has installed aren’t shown here.'
    case 'none':
      if (state === null) return 'We’ll issue a certificate once the site has its real host and is live.'
      return awaited[state] ?? 'We’ll issue a certificate as soon as the site’s DNS points to the service.'
    case 'waiting':
      return `The service is getting a certificate. ${
        attempted_at !== null && now - Date.parse(attempted_at) > usualMs
          ? 'It’s taking longer than usual.'
          : 'That usually takes a few seconds.'
      }`
    case 'failing':
      return valid_until === null
        ? 'Until then, visitors can’t use https unless the operator has installed a certificate.'
        : undefined
    default:
      return undefined
  }
}

/** Whether an attempt is due or under way. */
export function isUnderWay({ status, next_attempt_at }: CertificateRecord, now: number): boolean {
  return status === 'waiting' || (next_attempt_at !== null && Date.parse(next_attempt_at) <= now)
}

/** How an attempt ended that was asked for. */
export function outcomeOf({ status, problem }: CertificateRecord): string {
  if (problem !== null) return 'The attempt failed.'
  return status === 'valid' ? 'The certificate is installed.' : ''
}
