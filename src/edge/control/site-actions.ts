import type { ActionName } from '../../contract/settings-actions.ts'
import { type Decision, decisionsOf, type FilteredRequest } from '../../contract/settings-filters.ts'
import { ignoredLists } from '../optimize/ignored-parameters.ts'
import { compileRegex } from '../optimize/linear-regex.ts'

/** What the settings of a site decide about an action for a visitor's request. */
export type SiteActions = (action: ActionName, request: FilteredRequest) => Decision

/** Of all sites without settings of their own. */
const defaults: SiteActions = decisionsOf({}, compileRegex)

/** Optimizing nothing is safe where nobody knows what the settings leave out. */
const unreadable = { defaultActions: { filters: 'unreadable' } }

/** Reads the settings of a site's default profile, JSON or null. */
export function actionsOf(text: string | null): SiteActions {
  if (text === null) return defaults
  let decide: SiteActions | undefined
  // with the first visitor: most sites have none at the moment, and compiled settings take memory
  return (action, request) => {
    decide ??= decisionsOf(parsedJson(text), compileRegex)
    return decide(action, request)
  }
}

type IgnoredParameters = () => readonly (readonly string[])[]

const defaultIgnored = ignoredLists({})
const defaultIgnoredParameters: IgnoredParameters = () => defaultIgnored

/** Reads which query parameters the settings ignore, with the first purge. */
export function ignoredParametersOf(text: string | null): IgnoredParameters {
  if (text === null) return defaultIgnoredParameters
  let lists: ReturnType<IgnoredParameters> | undefined
  return () => (lists ??= ignoredLists(parsedJson(text)))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}
