import { familyOf } from '../../../contract/dns-records.ts'
import { hasAddresses, type DnsVerdict } from './dns.ts'
import type { RootRecords, Site } from './reads.ts'

/** Words for each verdict: of the records of a root domain, and of a CNAME. */
interface Words {
  readonly root: Readonly<Record<Kind, string>>
  readonly cname: Readonly<Record<Kind, string>>
}
type Kind = DnsVerdict['kind']

/** The words for a site's records. A CNAME has no words of its own for what only happens to root domains. */
const wordsOf = (
  words: { root: Words['root']; cname: Partial<Words['cname']> },
  { dns }: Pick<Site, 'dns'>,
  kind: Kind,
) => (dns?.addresses ? words.root[kind] : (words.cname[kind] ?? words.root[kind]))

const anyOfThem = 'Any of these addresses will do, but there must be no others.'

const hints = {
  root: {
    matches: 'Visitors go through the service. The TXT record isn’t needed any more.',
    differs: `Replace the addresses, and create the TXT record. ${anyOfThem} The site goes live automatically.`,
    missing: `Create these records. ${anyOfThem} The site goes live automatically.`,
    unproved:
      'Only the TXT record is missing, which says that visitors belong to this site. The site goes live automatically.',
    'no origin': 'The records match, but DNS no longer names the site’s server. Set it, and the site goes live.',
    'not checked': `The service checks the records within about a minute. ${anyOfThem}`,
    'not reported': 'Visitors go through the service once these records exist.',
  },
  cname: {
    matches: 'Visitors go through the service.',
    differs: 'Change the record to the expected value. The site goes live automatically.',
    missing: 'Create this record. The site goes live automatically.',
    'not checked':
      'The service checks the record within about a minute. The site goes live automatically once it matches.',
    'not reported':
      'Visitors go through the service once this record exists. The site goes live automatically. This service doesn’t report what it found.',
  },
} as const

/** What DNS means in the states in which it doesn't take a site live. */
const steeredHints: Readonly<Record<string, { readonly there: string; readonly missing: string }>> = {
  transparent: {
    there: 'Visitors go through the service, which passes their requests on unchanged.',
    missing: 'Visitors don’t come through the service until DNS points to it.',
  },
  bypass: {
    there: 'Leave DNS as it is. Requests that still reach the service are only forwarded.',
    missing: 'While the optimizer is bypassed, DNS needn’t point to the service. Set it before you resume.',
  },
  maintenance: {
    there: 'Visitors go through the service and get the maintenance page.',
    missing: 'Visitors don’t get the maintenance page until DNS points to the service.',
  },
  'proxy only': {
    there: 'Leave DNS as it is. Requests that still reach the service are only forwarded.',
    missing: 'While the site is paused, DNS needn’t point to the service. Set it before you resume.',
  },
}

/** What to do about a site's records, or what they do. */
export function dnsHint(site: Pick<Site, 'optimizer' | 'dns'>, kind: Kind): string {
  const steered = steeredHints[site.optimizer ?? '']
  if (steered && kind === 'not checked') return 'The service checks DNS within about a minute.'
  if (steered && kind === 'matches') return steered.there
  if (steered && (kind === 'differs' || kind === 'missing')) return steered.missing
  return (kind === 'differs' && wrongAddresses(site.dns?.addresses)) || wordsOf(hints, site, kind)
}

/** Which addresses to remove, where some are right already. */
function wrongAddresses(root: RootRecords | undefined): string | undefined {
  const [address, ...others] = root?.foreign ?? []
  if (root?.verdict !== 'partly' || address === undefined) return undefined
  const records = others.length === 0 ? `${familyOf(address)} record ${address}` : `records ${root.foreign.join(', ')}`
  return `Remove the ${records}. Visitors who get such an address miss the service. The site goes live automatically.`
}

const outcomes = {
  root: {
    matches: 'Records match',
    differs: 'Records don’t match',
    missing: 'Records not found',
    unproved: 'TXT record not found',
    'no origin': 'Server not known',
    'not checked': 'Not checked yet',
    'not reported': '',
  },
  cname: { matches: 'Record matches', differs: 'Record doesn’t match', missing: 'Record not found' },
} as const

/** What the last check found, in a few words. */
export const outcomeInWords = (site: Pick<Site, 'dns'>, kind: Kind) => wordsOf(outcomes, site, kind)

const none = 'Checked: there are no such records yet. New records can take some minutes to appear.'
const noOne = 'Checked: there is no such record yet. A new record can take some minutes to appear.'
const checked = {
  root: {
    matches: 'Checked: the records match.',
    differs: 'Checked: there are other addresses. A change can take as long as the old records’ time to live.',
    missing: none,
    unproved: 'Checked: the TXT record isn’t there yet. A new record can take some minutes to appear.',
    'no origin': 'Checked: the records match.',
    'not checked': none,
    'not reported': none,
  },
  cname: {
    matches: 'Checked: the record matches.',
    differs: 'Checked: the record has another value. A change can take as long as the old record’s time to live.',
    missing: noOne,
    'not checked': noOne,
    'not reported': noOne,
  },
} as const

/** What a check on demand has found. */
export function checkedInWords(answered: boolean, site: Pick<Site, 'dns'>, kind: Kind): string {
  if (!answered) return 'No name server answered. The service keeps what it last found and tries again by itself.'
  return wordsOf(checked, site, kind)
}

const notes = {
  root: {
    matches: '',
    differs: 'Waiting for the records.',
    missing: 'Waiting for the records.',
    unproved: 'The TXT record is missing.',
    'no origin': 'DNS no longer names the site’s server.',
    'not checked': 'Not checked yet.',
    'not reported': '',
  },
  cname: { differs: 'The record has another value.', missing: 'Waiting for the record.' },
} as const

/** What is still to be done about the records, on a site's way to its visitors; empty for nothing. */
export function dnsNote(site: Pick<Site, 'dns'>, kind: Kind): string {
  const root = site.dns?.addresses
  if (root && !hasAddresses(site) && kind !== 'matches') return 'This service has no public address.'
  return kind === 'differs' && root?.verdict === 'partly'
    ? 'An address isn’t the service’s.'
    : wordsOf(notes, site, kind)
}
