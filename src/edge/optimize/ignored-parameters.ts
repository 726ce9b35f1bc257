import { settingsActions } from '../../contract/settings-actions.ts'
import { TooCostly } from '../../contract/filter-budget.ts'
import { isNamed, partsOf, stepsToLookUp } from '../../contract/name-list.ts'
import { enabledEntries } from '../../contract/settings-filters.ts'
import { equivalentTarget } from '../exchange/cache-key.ts'
import { decide, type VisitorRequest } from '../exchange/exchange.ts'
import { namesIn } from './options.ts'

const { parameters: defaultParameters } = settingsActions.ignoredParameters.options

/** The target under which an answer is stored: without the query parameters that the settings ignore. */
export function storedTarget(visit: VisitorRequest, target: string): string {
  if (!target.includes('?')) return target
  const decision = decide(visit, 'ignoredParameters')
  if (!decision.acts) return target
  const ignored = namesIn(decision.entry['parameters'], defaultParameters)
  try {
    visit.budget.spend(stepsToLookUp(parametersOf(target)?.length ?? 0, ignored))
  } catch (error) {
    if (error instanceof TooCostly) return target
    throw error
  }
  return withoutParameters(target, ignored)
}

/** The parameters of a query; undefined if they are more than anyone looks at. */
const parametersOf = (target: string) => partsOf(target.slice(target.indexOf('?') + 1), '&')

/** The names that each entry of the settings ignores, whatever its filters say. */
export function ignoredLists(settings: unknown): readonly (readonly string[])[] {
  return enabledEntries(settings, 'ignoredParameters').map((entry) => namesIn(entry['parameters'], defaultParameters))
}

/**
 * Every target under which answers to an address may be stored. Which of them it is depends on the visitor's request,
 * because the entries that ignore parameters have filters.
 */
export function storedTargets(target: string, lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set([target, ...lists.map((ignored) => withoutParameters(target, ignored))])]
}

function withoutParameters(target: string, ignored: readonly string[]): string {
  const query = target.indexOf('?')
  if (query === -1) return target
  // many servers separate by semicolons, too: what one name's value is would be a guess
  if (target.includes(';', query)) return target
  const parameters = parametersOf(target)
  if (!parameters) return target
  const nameOf = (parameter: string) => equivalentTarget(parameter.split('=', 1)[0] ?? '')
  const kept = parameters.filter((parameter) => !isNamed(nameOf(parameter), ignored))
  if (kept.length === parameters.length) return target
  return kept.length === 0 ? target.slice(0, query) : `${target.slice(0, query)}?${kept.join('&')}`
}
