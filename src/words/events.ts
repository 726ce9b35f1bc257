import { type EventDetail, eventDetails, type EventKind, type EventRecord } from '../contract/events.ts'
import { isMetricName } from '../contract/metrics.ts'
import { isActionName, settingsActions } from '../contract/settings-actions.ts'
import { isOptimized, isOptimizerState } from '../contract/states.ts'
import { utcDate } from './dates.ts'
import { formatLimit, metricLabels } from './metrics.ts'

type Told = Pick<EventRecord, 'kind' | 'actor'> & { readonly detail: unknown }
type Sentences = { readonly [Kind in EventKind]: (detail: EventDetail<Kind>, actor: string) => string }

/** What happened, without who and where. An event of an unknown kind or form is its kind, unchanged. */
export function eventInWords({ kind, actor, detail }: Told): string {
  if (!isEventKind(kind)) return kind
  const parsed = eventDetails[kind].safeParse(detail)
  // the compiler doesn't see that schema and sentence are of the same kind
  const sentence = sentences[kind] as (detail: unknown, actor: string) => string
  return parsed.success ? sentence(parsed.data, actor) : kind
}

const sentences: Sentences = {
  'site.created': () => 'Site created',
  'site.deleted': () => 'Site deleted',
  'site.host': ({ host, from }) => `Host changed from ${from} to ${host}`,
  'site.origin': ({ from, to, sent_host: host }) => {
    if (to === null) return 'Server taken from DNS again'
    if (from === to) return host ? `Server gets ${host} as Host` : 'Server gets the site’s host as Host again'
    const which = host ? `${to} with ${host} as Host` : to
    return from === null ? `Server set to ${which}` : `Server changed from ${from} to ${which}`
  },
  'site.redirect': ({ host, from, to }) => redirectSentences[to](from, host),
  'site.state': ({ from, to }, actor) => `${verbOf(from, to, actor)}: ${from} → ${to}`,
  'certificate.issued': ({ issuer, until }) => `Certificate from ${issuer}, valid until ${utcDate(until)}`,
  'certificate.renewed': ({ issuer, until }) => `Certificate renewed by ${issuer}, valid until ${utcDate(until)}`,
  'certificate.failed': ({ problem }) => `No new certificate: ${problem.replace(/\.$/, '')}`,
  'release.created': ({ title }) => `Release: ${title}`,
  'cache.flushed': () => 'Cache flushed',
  'cache.full': ({ location }) => `Disk full at ${location}: no more responses are cached there`,
  'cache.resumed': ({ location }) => `Room on the disk at ${location}: responses are cached there again`,
  'cache.purged': ({ paths, patterns = [], count }) => {
    const [one] = [...paths, ...patterns]
    if (count !== 1) return patterns.length > 0 ? `Purged ${one} and ${count - 1} more` : `${count} paths purged`
    return one === undefined ? '1 path purged' : `Purged ${one}`
  },
  'settings.changed': ({ on, off, changed }) =>
    [
      ...on.map((name) => `${partName(name)} on`),
      ...off.map((name) => `${partName(name)} off`),
      ...changed.map((name) => `${partName(name)} changed`),
    ].join(', ') || 'Settings changed',
  'monitor.created': () => 'Monitor created',
  'monitor.changed': ({ changed, limits = {} }) => {
    const ofLimits = Object.entries(limits).map(([metric, change]) => limitInWords(metric, change))
    const what = [...changed.filter((name) => name !== 'limits' || ofLimits.length === 0), ...ofLimits]
    return what.length > 0 ? `Monitor changed: ${what.join(', ')}` : 'Monitor changed'
  },
  'monitor.paused': () => 'Monitor paused',
  'monitor.resumed': () => 'Monitor started',
  'monitor.deleted': () => 'Monitor deleted',
  'alert_rule.created': () => 'Alert rule created',
  'alert_rule.changed': ({ changed }) =>
    changed.length > 0 ? `Alert rule changed: ${changed.join(', ')}` : 'Alert rule changed',
  'alert_rule.muted': () => 'Alert rule muted',
  'alert_rule.unmuted': () => 'Alert rule unmuted',
  'alert_rule.deleted': () => 'Alert rule deleted',
  'account.created': () => 'Account created',
  'account.deleted': ({ name, email }) => `Account of ${name} deleted (${email})`,
  'account.email': ({ from, to }) => `Email address changed from ${from} to ${to}`,
  'account.password': ({ email }) => `New password sent to ${email}`,
  'account.key': ({ overlap_hours: hours = 0 }) =>
    `API key replaced; the old one ${hours > 0 ? `works for ${overlapText(hours)} more` : 'no longer works'}`,
  'key.created': ({ name, role, sites }) =>
    `Key ${name} created as ${role}${sites === null ? '' : `, for ${sites} ${sites === 1 ? 'site' : 'sites'}`}`,
  'key.rotated': ({ name, overlap_hours: hours }) =>
    `Key ${name} rotated; the old one ${hours > 0 ? `works for ${overlapText(hours)} more` : 'no longer works'}`,
  'key.ended': ({ name }) => `Key ${name} ended`,
  'person.invited': ({ email, role }) => `${email || 'Somebody'} invited as ${role}`,
  'person.invitation_withdrawn': ({ email }) => `Invitation of ${email || 'somebody'} withdrawn`,
  'person.invitation_resent': ({ email }) => `Invitation of ${email} sent again`,
  'person.joined': ({ name, role }) => `${name} joined as ${role}`,
  'person.role': ({ name, from, to }) => `Role of ${name}: ${from} → ${to}`,
  'person.removed': ({ name }) => `${name} removed from the people`,
  'person.signed_in': ({ browser, link, issuer }) => {
    const how = link ? ` by a link of ${link.partner}, made ${link.by === null ? 'with its key' : `by ${link.by}`}` : ''
    const where = issuer === undefined ? '' : ` by single sign-on at ${issuer}`
    return `Signed in${how}${where}${browser === null ? '' : `, ${browser}`}`
  },
  'key.signed_in': ({ browser }) => `Signed in with the API key${browser === null ? '' : `, ${browser}`}`,
  'person.sign_ins_failed': ({ name, count }) =>
    `${count} failed ${count === 1 ? 'sign-in' : 'sign-ins'} as ${name} on that day`,
  'person.password': ({ name, by }) => `Password of ${name} ${by === 'link' ? 'set by link' : 'changed'}`,
  'person.factor': ({ name, factor, change }) => `${factorNames[factor] ?? factor} of ${name} ${change}`,
  'person.factor_required': ({ required }) =>
    required ? 'Second factor required of all people' : 'Second factor no longer required',
}

const factorNames: Readonly<Record<string, string>> = {
  passkey: 'Passkey',
  authenticator: 'Authenticator app',
  recovery_codes: 'Recovery codes',
  recovery_code: 'Recovery code',
  all: 'All second factors',
}

/** `3 days`, `36 hours` */
function overlapText(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function limitInWords(metric: string, { from, to }: { from: number | null; to: number | null }): string {
  const name = isMetricName(metric) ? metricLabels[metric].short : metric
  const value = (limit: number) => formatLimit(metric, limit)
  if (to === null) return `no limit of ${name}${from === null ? '' : ` (was ${value(from)})`}`
  return from === null ? `${name} limit ${value(to)}` : `${name} limit ${value(from)} → ${value(to)}`
}

function verbOf(from: string, to: string, actor: string): string {
  if (actor === 'dns') return to === 'off' ? 'DNS no longer points to the service' : 'DNS points to the service'
  const resumed = isOptimizerState(to) && isOptimized(to) && !(isOptimizerState(from) && isOptimized(from))
  return resumed ? 'Resumed' : 'State changed'
}

const otherParts: Readonly<Record<string, string>> = {
  filters: 'Exceptions',
  resourceRules: 'Rules for files',
  documentRules: 'Rules for pages',
}

function partName(name: string): string {
  return isActionName(name) ? settingsActions[name].label : (otherParts[name] ?? name)
}

function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(eventDetails, kind)
}

const redirectSentences = {
  on: (from, host) => `Redirect from ${from} to ${host} turned on`,
  off: (from, host) => `Redirect from ${from} to ${host} turned off`,
  live: (from, host) => `Visitors of ${from} are redirected to ${host}`,
  waiting: (from) => `${from} no longer redirects: its DNS points elsewhere`,
} as const satisfies Record<EventDetail<'site.redirect'>['to'], (from: string, host: string) => string>
