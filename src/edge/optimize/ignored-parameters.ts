import { settingsActions } from '../../contract/settings-actions.ts'
import { isNamed } from '../../contract/settings-filters.ts'
import { decide, type VisitorRequest } from '../serve/exchange.ts'
import { namesIn } from './options.ts'

const { parameters: defaultParameters } = settingsActions.ignoredParameters.options

/** The target under which an answer is stored: without the query parameters that the settings ignore. */
export function storedTarget(visit: VisitorRequest, target: string): string {
  const query = target.indexOf('?')
  if (query === -1) return target
  const decision = decide(visit, 'ignoredParameters')
  if (!decision.acts) return target
  const ignored = namesIn(decision.entry['parameters'], defaultParameters)
  const parameters = target.slice(query + 1).split('&')
  const kept = parameters.filter((parameter) => !isNamed(parameter.split('=', 1)[0] ?? '', ignored))
  if (kept.length === parameters.length) return target
  return kept.length === 0 ? target.slice(0, query) : `${target.slice(0, query)}?${kept.join('&')}`
}
