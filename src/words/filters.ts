import type { Filter, FilterMatch } from '../contract/settings.ts'

const subjects = { URI: 'the address', Cookie: 'the cookies', 'Request-Header': 'the header' } as const

const singular = { CONTAIN: 'contains', 'NOT-CONTAIN': 'doesn’t contain', REGEX: 'matches' } as const
const plural = { CONTAIN: 'contain', 'NOT-CONTAIN': 'don’t contain', REGEX: 'match' } as const

/** `the address contains`, without what it contains */
export function subjectInWords(match: FilterMatch): string {
  const subject = match.name === 'Request-Header' ? `the header ${match.header_name}` : subjects[match.name]
  return `${subject} ${(match.name === 'Cookie' ? plural : singular)[match.operator]}`
}

/** `the address contains “/cart”` */
function matchInWords(match: FilterMatch): string {
  return `${subjectInWords(match)} “${match.condition}”`
}

/** `not if the address contains “/cart” and the cookies contain “session=”` */
export function filterInWords(filter: Filter): string {
  return `${filter.direction === 0 ? 'not' : 'only'} if ${matchesInWords(filter)}`
}

export function matchesInWords({ match }: Filter): string {
  return match.map(matchInWords).join(' and ')
}
