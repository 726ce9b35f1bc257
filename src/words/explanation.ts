import type { Explanation, UncompressedReason } from '../contract/explanation.ts'
import { settingsActions } from '../contract/settings-actions.ts'
import { originProblemInWords } from './origin-problems.ts'
import { roughPeriod } from './period.ts'

/** Why an answer isn't kept: in words, to follow "because", and the rule that says so. */
const reasons: Readonly<Record<string, readonly [words: string, rule: string | null]>> = {
  'no-store': ['its headers say “no-store”', 'RFC 9111, section 5.2.2.5'],
  'no-store in the request': ['the request says “no-store”', 'RFC 9111, section 5.2.1.5'],
  private: ['its headers say “private”: it’s for one visitor only', 'RFC 9111, section 5.2.2.7'],
  'must-understand': ['its headers say “must-understand” and its status is unusual', 'RFC 9111, section 5.2.2.3'],
  authorization: ['the request has an Authorization header', 'RFC 9111, section 3.5'],
  'vary *': ['its Vary header is “*”, so it suits no other request', 'RFC 9111, section 4.1'],
  'set-cookie': ['it sets a cookie, and its headers don’t say “public” or “s-maxage”', 'RFC 9111, section 7.3'],
  'cookie in the request': [
    'its headers don’t say for how long, and a page for a visitor with cookies may be for that visitor only',
    'RFC 9111, section 4.2.2',
  ],
  unreadable: ['its headers don’t say for how long, and what they say can’t be read', 'RFC 9111, section 4.2.1'],
  'vary x-forwarded-for': ['its Vary header names the visitor’s address', 'RFC 9111, section 4.1'],
  'no lifetime': ['its headers don’t say for how long', 'RFC 9111, section 4.2.1'],
  stale: ['it’s outdated when it arrives', 'RFC 9111, section 4.2'],
  endless: ['it’s a stream that goes on for as long as someone listens', null],
  'too large': ['it’s larger than 8 MiB', null],
  incomplete: ['it broke off before its end', null],
}

/** What a state that only forwards means now, and what begins the sentence about optimizing. */
const forwarding: Readonly<Record<string, readonly [now: string, then: string]>> = {
  preview: [
    'Visitors still go to your server, because the site is in preview.',
    'At its preview address, and once the site is live, ',
  ],
  bypass: ['Visitors go straight to your server now, because the optimizer is bypassed.', 'Once it’s resumed, '],
  transparent: ['Requests pass through unchanged now, because the optimizer is transparent.', 'Once it’s resumed, '],
  'proxy only': ['Requests are only forwarded now, because the service has paused this site.', 'Once it’s resumed, '],
}

/** The rule behind a reason not to keep an answer, null where it's the settings or a limit. */
export function ruleOf(reason: string): string | null {
  return reasons[reason]?.[1] ?? (reason.startsWith('status ') ? 'RFC 9111, section 3' : null)
}

/** An explanation as a sentence or two. */
export function explanationInWords(explanation: Explanation): string {
  const { handling, state } = explanation
  if (handling === 'maintenance') return 'Visitors get the maintenance page, because the site is in maintenance.'
  if (handling === 'refuse') return 'Visitors get an error page, because the optimizer is off.'
  const sentence = `${outcomeInWords(explanation)}${staleInWords(explanation)}${onlyWithInWords(explanation)}`
  const now = handling === 'forward' ? forwarding[state] : undefined
  if (now) return `${now[0]} ${now[1]}${lowerCased(sentence)}`
  return isRedirected(explanation)
    ? `Visitors are sent to https, as soon as there is a certificate for the host. Until then: ${lowerCased(sentence)}`
    : sentence
}

function isRedirected({ url, actions }: Explanation): boolean {
  return url.startsWith('http:') && actions.some(({ action, acts }) => action === 'httpsRedirect' && acts)
}

function outcomeInWords(explanation: Explanation): string {
  const { outcome, reason, session } = explanation
  const what = nounOf(explanation)
  if (
    session?.sent != null &&
    (outcome === 'validated' || reason === 'no lifetime' || reason === 'cookie in the request')
  )
    return `${what} comes from your server, because the cookie “${session.sent}” shows a session; for visitors without one, it’s kept for ${roughPeriod(session.seconds)} if your server answers them alike.`
  switch (outcome) {
    case 'kept':
      return `${what} is kept for ${roughPeriod(explanation.seconds ?? 0)}, because ${causeOf(explanation)}${elsewhere(session)}.`
    case 'validated':
      return `${what} is kept, but your server is asked each time whether it has changed, because ${causeOf(explanation)}.`
    case 'not kept':
      return `${what} isn’t kept, because ${whyNot(explanation)}.`
    case 'unreachable':
      return `Your server can’t be reached: ${reason === null ? 'it gave no answer' : originProblemInWords(reason)}. Visitors get an error page, unless a kept answer can stand in.`
    case 'not asked':
      return 'Your server wasn’t asked.'
  }
}

/** What follows for visitors with a session. */
function elsewhere(session: Explanation['session']): string {
  const [first] = session?.cookies ?? []
  return first === undefined || session?.sent != null
    ? ''
    : `; a visitor with a “${first.replace(/\*$/, '')}” cookie, or any other that isn’t known to be harmless, is sent to your server`
}

function causeOf({ governed_by, seconds, allowed_seconds, outcome }: Explanation): string {
  const { field, value } = governed_by ?? {}
  if (field === undefined) return 'its headers don’t say for how long it may be used'
  if (field === 'settings') return 'it gives no time itself and the settings keep pages for anonymous visitors'
  if (field === 'Last-Modified')
    return 'it gives no time itself, so a tenth of the time since its last change (Last-Modified) is used'
  const capped =
    outcome === 'kept' && seconds !== null && allowed_seconds !== null && allowed_seconds > seconds
      ? ` and the edge keeps nothing longer than ${roughPeriod(seconds)}`
      : ''
  return `its ${field} header is “${value}”${capped}`
}

function whyNot({ reason, actions }: Explanation): string {
  if (reason === 'settings') return settingsReason(actions.find(({ action }) => action === 'cache'))
  return reasonInWords(reason ?? '')
}

/** Why an answer isn't kept, from the word in Cache-Status: to follow "because". */
export function reasonInWords(reason: string): string {
  if (reason.startsWith('status ')) return `its status is ${reason.slice('status '.length)}`
  return reasons[reason]?.[0] ?? 'the edge doesn’t keep it'
}

function settingsReason(decision: Explanation['actions'][number] | undefined): string {
  switch (decision?.because) {
    case 'excluded':
      return `an exception applies: ${decision.exception}`
    case 'not included':
      return `an exception limits caching to other requests${decision.exception === null ? '' : ` (${decision.exception})`}`
    case 'unreadable':
      return 'the settings can’t be read'
    case 'too long':
      return 'the request is too long for the exceptions to be tested'
    case 'too costly':
      return 'testing the exceptions takes too long for this request: use simpler regular expressions, or fewer'
    default:
      return decision?.ruled_by != null
        ? `${ruleInWords(decision)} switches the action “${settingsActions.cache.label}” off`
        : `the action “${settingsActions.cache.label}” is off`
  }
}

/** The rule of the settings that decides about an action, by its name or else its ID. */
export function ruleInWords({ ruled_by, rule_name }: Explanation['actions'][number]): string {
  return `the rule “${rule_name || ruled_by}”`
}

const codings = new Map([
  ['br', 'Brotli'],
  ['gzip', 'gzip'],
  ['zstd', 'Zstandard'],
])

const whyUncompressed: Readonly<Record<UncompressedReason, string>> = {
  status: 'only complete answers are',
  type: 'content of this type hardly gets smaller',
  'no-transform': 'its headers say “no-transform”',
  'too small': 'the answer is too small',
  'not accepted': 'the request doesn’t accept it',
}

/** By whom an answer is compressed, or why it isn't. */
export function compressedInWords({ compression, uncompressed_because: because }: Explanation): string {
  if (compression === null) return because ? `No: ${whyUncompressed[because]}` : 'No'
  const name = codings.get(compression.coding) ?? compression.coding
  return `By ${compression.by === 'edge' ? 'the edge' : 'your server'}, with ${name}`
}

function staleInWords({ outcome, stale_while_revalidate: stale }: Explanation): string {
  if (outcome !== 'kept' || !stale) return ''
  return ` For ${roughPeriod(stale)} after that, visitors still get it while a new one is fetched.`
}

/** Who gets it besides, where the request has headers that browsers don't send. */
function onlyWithInWords({ only_with: names = [] }: Explanation): string {
  const [first, ...others] = names
  if (first === undefined) return ''
  const headers = others.length === 0 ? `the header “${first}”` : `the headers “${names.join('”, “')}”`
  return ` Only requests that have ${headers} as well get the kept answer.`
}

/** The origin's answer. */
function nounOf({ status, content_type, outcome }: Explanation): string {
  if (outcome === 'unreachable' || status === null) return 'This page'
  if (status >= 300 && status < 400) return 'This redirect'
  if (status >= 400) return `This error page (${status})`
  return content_type !== null && /^text\/html\b/i.test(content_type) ? 'This page' : 'This file'
}

function lowerCased(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
