import type { ActionName } from '../../contract/settings-actions.ts'
import { type Decision, decisionsOf, type FilteredRequest } from '../../contract/settings-filters.ts'
import { ignoredLists } from '../optimize/ignored-parameters.ts'
import { settingsLimits } from '../../contract/settings-limits.ts'
import { compileRegex } from '../optimize/linear-regex.ts'
import { LruMap } from '../../shared/lru-map.ts'

/** What the settings of a site decide about an action for a visitor's request. */
export type SiteActions = (action: ActionName, request: FilteredRequest) => Decision

/** Of all sites without settings of their own. */
const defaults: SiteActions = decisionsOf({}, compileRegex)

/** Optimizing nothing is safe where nobody knows what the settings leave out. */
const unreadable = { defaultActions: { filters: 'unreadable' } }

/** Reads the settings of a site's default profile, JSON or null. */
export function actionsOf(text: string | null): SiteActions {
  if (text === null) return defaults
  const site = {}
  // with the first visitor: most sites have none at the moment, and compiled settings take memory
  return (action, request) => {
    let decide = compiled.get(site)
    if (!decide) {
      decide = decisionsOf(parsedJson(text), compileRegex)
      compiled.set(site, decide)
    }
    return decide(action, request)
  }
}

const compiled = new LruMap<object, SiteActions>(settingsLimits.compiledSettings)

type IgnoredParameters = () => readonly (readonly string[])[]

const defaultIgnored = ignoredLists({})
const defaultIgnoredParameters: IgnoredParameters = () => defaultIgnored

/** Reads which query parameters the settings ignore, with the first purge. */
export function ignoredParametersOf(text: string | null): IgnoredParameters {
  if (text === null) return defaultIgnoredParameters
  let lists: ReturnType<IgnoredParameters> | undefined
  return () => (lists ??= ignoredLists(parsedJson(text)))
}

/** Whether any filter of the settings looks at a cookie or another header. Not whether it's used: that's more to know. */
export function looksAtVisitors(text: string | null): () => boolean {
  if (text === null) return never
  let looks: boolean | undefined
  return () => (looks ??= namesHeader(text))
}

const never = () => false

function namesHeader(text: string): boolean {
  let found = false
  try {
    JSON.parse(text, (name, value: unknown) => {
      found ||= name === 'name' && (value === 'Cookie' || value === 'Request-Header')
      return value
    })
  } catch {
    return true
  }
  return found
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}
