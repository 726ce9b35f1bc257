import { RE2JS, RE2JSSyntaxException, RE2Set } from 're2js'
import { settingsLimits } from '../../contract/settings-limits.ts'

/** What is wrong with a regular expression, to follow a field's name, undefined if nothing is. */
export function regexProblem(pattern: string): string | undefined {
  try {
    const size = RE2JS.compile(pattern).programSize()
    return size > settingsLimits.regexSize ? 'is too complex: use fewer repetitions or shorter ones' : undefined
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return `isn't a regular expression in the syntax of RE2 (${error.message.replace('error parsing regexp: ', '')})`
  }
}

/**
 * Compiles a regular expression to a search that takes time linear in the text, whatever the expression: JavaScript's
 * own can take forever, and these come from customers.
 * @throws {Error} if `regexProblem` finds anything
 */
export function compileRegex(pattern: string): (text: string) => boolean {
  const problem = regexProblem(pattern)
  if (problem !== undefined) throw new Error(`${pattern} ${problem}`)
  // a set of one, because only a set's memory can be limited
  const set = new RE2Set(RE2Set.UNANCHORED, 0, settingsLimits.regexMemory)
  set.add(pattern)
  set.compile()
  return (text) => set.match(text).length > 0
}
