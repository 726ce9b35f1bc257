import { joinWithAnd } from '../contract/fields.ts'
import type { IncidentRecord } from '../contract/incidents.ts'
import { isMetricName } from '../contract/metrics.ts'
import { formatMetric, metricLabels } from './metrics.ts'
import { issueName } from './issues.ts'
import { originFailureInWords } from './origin-problems.ts'
import { type Reader, serverOf } from './verdict.ts'

/** More places than this are counted. */
const placesNamed = 3

type Places = Pick<IncidentRecord, 'ended_at' | 'places'>

/** Where an incident is seen now or, once it has ended, where it was seen: each place of each monitor once. */
export function shownPlaces<I extends Places>({ ended_at, places }: I): readonly I['places'][number][] {
  const shown = shownSpells({ ended_at, places })
  return [...new Map(shown.map((place) => [`${place.monitor_id} ${place.location}`, place])).values()]
}

/** How many samples failed at the places of `shownPlaces`. */
export function shownSamples(incident: Places): number {
  return shownSpells(incident).reduce((sum, { samples }) => sum + samples, 0)
}

/** A place that failed, recovered and failed again is listed twice. */
function shownSpells<I extends Places>({ ended_at, places }: I): readonly I['places'][number][] {
  return ended_at === null ? places.filter(({ until }) => until === null) : places
}

/** In one order everywhere: `Frankfurt and Tokyo`, `Frankfurt, Tokyo and 3 more locations`; empty if no monitor sees it. */
export function locationsInWords(incident: Places): string {
  return named([...new Set(shownPlaces(incident).map(({ location }) => location))].toSorted(), 'location')
}

/** The monitors that see an incident: `Home page and Checkout`. Empty if there is only one. */
export function monitorsInWords(incident: Places): string {
  const monitors = new Map(shownPlaces(incident).map(({ monitor_id, monitor_name }) => [monitor_id, monitor_name]))
  if (monitors.size < 2) return ''
  return named(
    [...monitors.values()].map((name) => name ?? 'a deleted monitor'),
    'monitor',
  )
}

function named(names: readonly string[], what: string): string {
  if (names.length <= placesNamed) return joinWithAnd(names)
  const more = names.length - placesNamed + 1
  return joinWithAnd([...names.slice(0, placesNamed - 1), `${more} more ${what}s`])
}

/** The words of causes that an older service stored, and those of today. */
const reworded = [
  [/^Certificate ends on /, 'Certificate expires on '],
  [/^Certificate ended on /, 'Certificate expired on '],
] as const

type Caused = Pick<IncidentRecord, 'cause' | 'host'> & Partial<Pick<IncidentRecord, 'kind' | 'ended_at'>>

/**
 * An incident's cause. Addresses on its own host are shortened to their path: `/app.js (HTTP 404), and 2 more`. That of a slow
 * one that is over leaves out its value, which is that of its last slow sample, not of its worst.
 */
export function causeInWords({ cause, host, kind, ended_at = null }: Caused): string {
  const words = reworded
    .reduce((text, [then, now]) => text.replace(then, now), cause)
    .replace(`https://${host}/`, '/')
    .replace(`http://${host}/`, '/')
    .replace(/ failed: (.+?)(?=, and \d+ more$|$)/, (_, why: string) => ` (${why.replace(/^status (?=\d)/, 'HTTP ')})`)
  return kind === 'slow' && ended_at !== null ? withoutValue(words) : words
}

/** `LCP over its limit of 2 s` for `LCP 3.31 s, limit 2 s`. */
function withoutValue(cause: string): string {
  const [what = '', ...rest] = cause.split(', ')
  const allowed = rest.join(', ')
  const value = what.search(/ \d/)
  if (value <= 0) return cause
  const name = what.slice(0, value)
  if (allowed.startsWith('limit ')) return `${name} over its limit of ${allowed.slice('limit '.length)}`
  if (allowed.startsWith('usually ')) return `${name} over the usual ${allowed.slice('usually '.length)}`
  return cause
}

/** The worst value that a slow host has had: `LCP 6.4 s`. Undefined where none is known. */
export function worstInWords({ worst }: Pick<IncidentRecord, 'worst'>): string | undefined {
  if (!worst || !isMetricName(worst.metric)) return undefined
  return `${metricLabels[worst.metric].short} ${formatMetric(worst.metric, worst.value)}`
}

/** An incident in a sentence: `www.example is down in Frankfurt and Tokyo: it returns HTTP 503.` */
export function incidentSentence(incident: IncidentRecord, reader: Reader): string {
  const { kind, host, ended_at, partly } = incident
  const cause = causeInWords(incident)
  const isOver = ended_at !== null
  const locations = locationsInWords(incident)
  const where = locations && ` in ${locations}`
  switch (kind) {
    case 'down':
      return `${host} ${isOver ? 'was' : 'is'} ${partly ? 'partly ' : ''}down${where}: ${failureOf(cause, isOver)}.`
    case 'slow':
      return `${host} ${isOver ? 'was' : 'is'} slow${where}: ${cause}.`
    case 'resources':
      return `Resources of ${host} ${isOver ? 'failed' : 'fail'}${where}: ${cause}.`
    case 'certificate':
      return /^Certificate (?!of )/.test(cause)
        ? `The certificate of ${host} ${cause.replace(/^Certificate /, '')}.`
        : `The ${cause.charAt(0).toLowerCase()}${cause.slice(1)}.`
    case 'dns':
      return `DNS of ${host} ${isOver ? 'didn’t' : 'doesn’t'} point to the service: ${cause}.`
    case 'origin':
      return `${reader === 'holder' ? 'Your server behind' : 'The origin of'} ${host} ${isOver ? 'failed' : 'fails'}: ${failureOf(cause, isOver)}.`
    default:
      return `${host}: ${kind}, ${cause}.`
  }
}

/** What is wrong where the host is already named, as a title: `It returns HTTP 503 in Frankfurt`. */
export function incidentTitle(incident: IncidentRecord, reader: Reader): string {
  const { kind, ended_at } = incident
  const cause = causeInWords(incident)
  const isOver = ended_at !== null
  const locations = locationsInWords(incident)
  const where = locations && ` in ${locations}`
  switch (kind) {
    case 'down':
      return `${capital(failureOf(cause, isOver))}${where}`
    case 'slow':
      return `${cause}${where}`
    case 'resources':
      return `Resources ${isOver ? 'failed' : 'fail'}${where}: ${cause}`
    case 'certificate':
      return cause.replace(/^Certificate (?!of )/, 'The certificate ')
    case 'dns':
      return `DNS ${isOver ? 'didn’t' : 'doesn’t'} point to the service: ${cause}`
    case 'origin':
      return `${capital(serverOf(reader))} ${isOver ? 'failed' : 'fails'}: ${failureOf(cause, isOver)}`
    default:
      return cause
  }
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What a page that fails does, and what it did. */
const failures: ReadonlyMap<string, readonly [now: string, then: string]> = new Map([
  [issueName('dns-failed'), ['its name can’t be resolved', 'its name couldn’t be resolved']],
  [issueName('connect-failed'), ['connections to it fail', 'connections to it failed']],
  [issueName('tls-failed'), ['its TLS handshake fails', 'its TLS handshake failed']],
  [issueName('timeout'), ['it doesn’t answer in time', 'it didn’t answer in time']],
  [issueName('no-answer'), ['it doesn’t answer', 'it didn’t answer']],
  [issueName('navigation-failed'), ['the page doesn’t load', 'the page didn’t load']],
  [issueName('too-many-redirects'), ['it redirects too often', 'it redirected too often']],
])

function failureOf(cause: string, isOver: boolean): string {
  if (cause.startsWith('HTTP ')) return `it ${isOver ? 'returned' : 'returns'} ${cause}`
  return failures.get(cause)?.[isOver ? 1 : 0] ?? originFailureInWords(cause, isOver) ?? cause
}
