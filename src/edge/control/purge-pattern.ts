import { hash } from 'node:crypto'
import type { PurgePattern } from '../../service/database/index.ts'
import type { Pattern } from '../cache/index.ts'
import { cacheLimits } from '../limits.ts'
import { equivalentTarget, targetIn } from '../exchange/cache-key.ts'
import { compileRegex } from '../optimize/linear-regex.ts'

/**
 * The responses that a customer's pattern names. It's compared with path and query as they are stored, and as people read
 * them, without percent-encoding. What can't be told counts as named: too much may be purged, but not too little.
 */
export function patternOf({ operator, text, type }: PurgePattern): Pattern {
  const test = testOf(operator, text)
  return {
    id: hash('sha256', JSON.stringify([operator, text, type]), 'base64url'),
    names(address, labels, spend) {
      if (type !== null && labels && labels.type !== type) return false
      const target = targetIn(address)
      return target === undefined || test(target, spend)
    },
  }
}

type Test = (target: string, spend: (steps: number) => void) => boolean

function testOf(operator: PurgePattern['operator'], text: string): Test {
  if (operator === 'REGEX') return regexTest(text)
  const parts = partsOf(operator === 'PREFIX' ? spellings(text) : [text, encoded(text)])
  if (operator === 'PREFIX') return (target) => parts.some((part) => target.startsWith(part))
  return (target) => parts.some((part) => target.includes(part))
}

/** The spellings that can be found in a stored target. Longer targets aren't known, so they need not be remembered. */
function partsOf(written: readonly string[]): readonly string[] {
  const { address } = cacheLimits
  // a character takes up to three
  const short = written.filter(({ length }) => length <= 3 * address)
  return [...new Set([...short, ...short.map(equivalentTarget)])].filter(({ length }) => length <= address)
}

function regexTest(text: string): Test {
  const search = compileRegex(text)
  const decodedText = decodedRegex(text)
  const searchDecoded = decodedText === text ? search : compileRegex(decodedText)
  return (target, spend) => {
    const readable = decoded(target)
    if (search === searchDecoded && readable === target) return search(target, spend)
    return search(target, spend) || searchDecoded(readable, spend)
  }
}

/** A text with the percent-encoding that browsers give it, and that which it has. */
const encoded = (text: string) => encodeURI(text).replaceAll(/%25(?=[\da-f]{2})/gi, '%')

/** A target without the percent-encoding of UTF-8, but for characters that divide an address, such as `%2F`. */
function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

/** A regular expression whose percent-encoded characters are those of a decoded target. */
function decodedRegex(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
    decoded(bytes.toUpperCase()).replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  )
}

/** A path as the customer wrote it, and as browsers send it. */
export function spellings(written: string): readonly string[] {
  const [path = ''] = written.split('#', 1)
  // not relative to a host: `//` begins a path here
  const url = new URL(`http://host${path}`)
  return [...new Set([path, url.pathname + url.search])]
}
