import { RE2JSSyntaxException, RE2Set } from 're2js'
import { settingsLimits } from './settings-limits.ts'

// not in index.ts: the dashboard loads the engine only for a pattern that it checks

const tooComplex = 'is too complex: use fewer repetitions or shorter ones'

/** What is wrong with a new regular expression, to follow a field's name, undefined if nothing is. */
export function regexProblem(pattern: string): string | undefined {
  if (tokensOf(pattern).some(isBeyondLatin1))
    return 'names characters that no address or header has: none after U+00FF, and no \\p'
  try {
    compileSet(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Compiles a regular expression.
 * @throws {Error} saying what is wrong with it, to follow a field's name
 */
export function compileSet(pattern: string): RE2Set {
  // compiling what is written in a few characters can take seconds
  if (regexWeight(pattern) > settingsLimits.regexWeight) throw new Error(tooComplex)
  // a set of one, because only a set's memory can be limited
  const set = new RE2Set(RE2Set.UNANCHORED, 0, settingsLimits.regexMemory)
  try {
    set.add(pattern)
    set.compile()
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const reason = error.message.replace('error parsing regexp: ', '')
    throw new Error(`isn't a regular expression in the syntax of RE2 (${reason})`, { cause: error })
  }
  if (set.prog.numInst() > settingsLimits.regexSize) throw new Error(tooComplex)
  return set
}

/**
 * What compiling a regular expression takes: about as many as it has instructions once its repetitions are written out,
 * and for each set of characters as many as it takes to work that out.
 */
export function regexWeight(pattern: string): number {
  const folds = /\(\?[a-zA-Z]*i/.test(pattern)
  const outer: number[] = []
  let size = 0
  let last = 0
  let sets = 0
  for (const token of tokensOf(pattern)) {
    const [, least, most] = /^\{(\d+)(?:,(\d*))?\}$/.exec(token) ?? []
    if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0))
      size += last * (times - 1)
      last *= times
    } else if (token === '(') {
      outer.push(size)
      size = 1
    } else if (token === ')') {
      last = size
      size += outer.pop() ?? 0
    } else {
      size += token.startsWith('\\Q') ? token.length : 1
      // a repetition after it is of what stands before it
      if (/^(?:[*+?|]|\(\?.*\)|\\Q(?:\\E)?)$/.test(token)) continue
      last = 1
      sets += setWeight(token, folds)
    }
  }
  return sets + outer.reduce((sum, one) => sum + one, size)
}

function setWeight(token: string, folds: boolean): number {
  if (!/^(?:\[|\\[dDsSwWpP])/.test(token)) return 0
  if (isBeyondLatin1(token)) return 100
  // upper and lower case are looked up for each character of it
  return folds ? 50 : 1
}

/**
 * A quotation, a class, an escape, a repetition, flags, a group's begin or end, or a character. A class of POSIX ends
 * the one around it: too much may be counted, but not too little.
 */
const token =
  /\\Q(?:[^\\]|\\(?!E))*(?:\\E)?|\\[pP]\{[^}]*\}?|\\x\{[^}]*\}?|\\[pP]?.|\[\^?\]?(?:\\.|[^\]\\])*\]?|\{\d+(?:,\d*)?\}|\(\?[a-zA-Z-]*\)|./gsu

function tokensOf(pattern: string): readonly string[] {
  return pattern.match(token) ?? []
}

const isBeyondLatin1 = (text: string) =>
  /[^\0-\xff]/u.test(text) ||
  /\\[pP]/.test(text.replaceAll('\\\\', '')) ||
  [...text.matchAll(/\\x\{([\da-f]{1,16})\}/gi)].some(([, code = '']) => Number.parseInt(code, 16) > 0xff)
