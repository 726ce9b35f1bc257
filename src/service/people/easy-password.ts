import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalid } from '../api/errors.ts'

let read: ReadonlySet<string> | undefined

/** Read when somebody first chooses a password. */
function commonest(): ReadonlySet<string> {
  if (read) return read
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  read = new Set(text.slice(text.indexOf('\n\n') + 2).split('\n'))
  read = new Set([...read].filter(Boolean))
  return read
}

const leastCharacters = 5

/**
 * Whether somebody would guess a password: it is one of the commonest, or one of them with digits and signs around it or again
 * and again, or says only whose it is.
 */
export function isEasyPassword(password: string, known: readonly string[] = []): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (new Set(lower).size < leastCharacters) return true
  const common = commonest()
  const own = new Set(known.flatMap((word) => [word, ...word.split('@')]).map((word) => lettersOf(word.toLowerCase())))
  return [lower, lettersOf(lower)].some((text) => {
    const once = unitOf(text)
    return common.has(text) || common.has(once) || own.has(once) || /^site\W?performance$/.test(once)
  })
}

/** @throws {HttpError} 422 for a password that somebody would guess */
export function refuseEasyPassword(field: string, password: string, known: readonly string[]): void {
  if (isEasyPassword(password, known)) throw invalid({ [field]: 'is too easy to guess: choose another one' })
}

/** Without what is around the first and the last letter. */
function lettersOf(text: string): string {
  const letters = Array.from(text)
  const isLetter = (letter: string) => /\p{L}/u.test(letter)
  const first = letters.findIndex(isLetter)
  return first === -1 ? '' : letters.slice(first, letters.findLastIndex(isLetter) + 1).join('')
}

/** `abc` of `abcabcabc` */
function unitOf(text: string): string {
  const length = text === '' ? 0 : `${text}${text}`.indexOf(text, 1)
  return text.slice(0, length)
}
