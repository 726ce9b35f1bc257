import type { RE2Set } from 're2js'
import type { CompileRegex } from '../../contract/settings-filters.ts'
import { compileSet, regexWeight } from '../../contract/regex-problem.ts'
import { settingsLimits } from '../../contract/settings-limits.ts'
import { LruMap } from '../../shared/lru-map.ts'

type Search = ReturnType<CompileRegex>

/** Steps that compiling takes for each instruction of the weight. */
const stepsToCompile = 100
/** Steps that a new state of the automaton takes, and each instruction that is looked at for it. */
const stepsOfState = 100
const stepsOfInstruction = 8

const searches = new LruMap<string, Search | Error>(settingsLimits.compiledRegexes)

/**
 * A search for a regular expression that takes no more steps than it may, whatever the expression and the text.
 * JavaScript's own can take forever; RE2 reads a text once, but for each character it may have to work out what it
 * hasn't met before, which takes a hundred times as long. It's compiled with its first search.
 */
export const compileRegex: CompileRegex = (pattern) => (text, spend) => {
  let search = searches.get(pattern)
  if (!search) {
    spend(stepsToCompile * Math.min(regexWeight(pattern), settingsLimits.regexWeight))
    search = compile(pattern)
    searches.set(pattern, search)
  }
  if (search instanceof Error) throw search
  return search(text, spend)
}

function compile(pattern: string): Search | Error {
  try {
    return countedSearch(compileSet(pattern))
  } catch (error) {
    return new Error(`${pattern} ${error instanceof Error ? error.message : 'is no regular expression'}`)
  }
}

/** Has the automaton of a set say what it takes to work out a new state. */
function countedSearch(set: RE2Set): Search {
  const { dfa } = set
  const step = dfa.step.bind(dfa)
  const matchSet = dfa.matchSet.bind(dfa)
  let spendHere: Parameters<Search>[1] = () => undefined
  dfa.step = (state: { nfaStates: readonly number[] }, ...rest: [unknown, unknown, unknown]) => {
    spendHere(stepsOfState + stepsOfInstruction * state.nfaStates.length)
    return step(state, ...rest)
  }
  dfa.matchSet = (...asked: Parameters<typeof matchSet>) => {
    const found: number[] | null = matchSet(...asked)
    // it has forgotten too often what it had worked out; the engine would go on without it, at a hundredth of the speed
    if (found === null) spendHere(Infinity)
    return found ?? []
  }
  return (text, spend) => {
    spend(text.length)
    spendHere = spend
    return set.match(text).length > 0
  }
}
