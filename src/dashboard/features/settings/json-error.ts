/** Where a text stops being JSON. Both count from 1. */
export interface JsonError {
  readonly line: number
  readonly column: number
  readonly message: string
}

/**
 * Finds the first error of a text that isn't JSON. Browsers word their own errors differently, and some leave out where
 * it is.
 */
export function jsonErrorOf(text: string): JsonError | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    const { at, message } = firstProblem(text)
    const before = text.slice(0, at).split('\n')
    return { line: before.length, column: (before.at(-1) ?? '').length + 1, message }
  }
}

const token =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'nothing more'

const wanted: Readonly<Record<Expected, string>> = {
  value: 'expected a value here',
  'value or ]': 'expected a value or ] here',
  name: 'expected a name in double quotes here',
  'name or }': 'expected a name in double quotes or } here',
  ':': 'expected : here',
  ', or ]': 'expected , or ] here',
  ', or }': 'expected , or } here',
  'nothing more': 'expected nothing more here',
}

/** Reads token by token, with a stack of the open brackets, until one doesn't fit. */
function firstProblem(text: string): { at: number; message: string } {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  const afterValue = (): Expected => {
    const inside = open.at(-1)
    return inside === undefined ? 'nothing more' : inside === '{' ? ', or }' : ', or ]'
  }
  for (;;) {
    token.lastIndex = at
    const found = token.exec(text)
    const start = at + (/^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0)
    const problem = { at: start, message: wanted[expected] }
    if (!found) return problem
    const [, mark, quoted, literal] = found
    // such as a line break, which only JSON's escapes may write
    if (quoted !== undefined && quoted.split('').some((character) => character < ' ')) return problem
    if (mark === '{' || mark === '[') {
      if (!expected.startsWith('value')) return problem
      open.push(mark)
      expected = mark === '{' ? 'name or }' : 'value or ]'
    } else if (mark === '}' || mark === ']') {
      if (!expected.endsWith(`or ${mark}`)) return problem
      open.pop()
      expected = afterValue()
    } else if (mark === ',') {
      if (!expected.startsWith(',')) return problem
      expected = expected === ', or }' ? 'name' : 'value'
    } else if (mark === ':') {
      if (expected !== ':') return problem
      expected = 'value'
    } else if (quoted !== undefined && expected.startsWith('name')) {
      expected = ':'
    } else if ((quoted ?? literal) !== undefined && expected.startsWith('value')) {
      expected = afterValue()
    } else return problem
    at = token.lastIndex
  }
}
