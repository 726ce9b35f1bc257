import { RE2JS, RE2JSSyntaxException } from 're2js'
import { settingsLimits } from './settings-limits.ts'

// not in index.ts: the dashboard loads the engine only for a pattern that it checks

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
