import { allEndpoints } from '../../contract/index.ts'
import { requestLimits } from './limits.ts'

/** The fixed parts of the API's own paths. */
const own = new Set(
  allEndpoints
    .flatMap((endpoint) => [endpoint, ...(endpoint.also ?? [])])
    .flatMap(({ path }) => path.split('/'))
    .filter((part) => /^\w+$/.test(part)),
)
const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** What a reader needs to recognise a misspelt path or a scanner's. No key or password looks like it. */
const plainWord = /^[a-z][a-z_-]{0,19}(\.[a-z]{1,5})?$/

/**
 * A path as it is logged: whoever mistakes a path for the place of a key must not find it in the log. Only the API's own
 * words, ids and plain words are kept.
 */
export function loggedPath(path: string): string {
  const parts = path.split('/')
  const kept = parts
    .slice(0, requestLimits.loggedParts)
    .map((part) => (part === '' || own.has(part) || id.test(part) || plainWord.test(part) ? part : '…'))
  return kept.join('/') + (parts.length > requestLimits.loggedParts ? '/…' : '')
}
