import { RE2Set } from 're2js'
import { regexProblem } from '../../contract/regex-problem.ts'
import { settingsLimits } from '../../contract/settings-limits.ts'

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
