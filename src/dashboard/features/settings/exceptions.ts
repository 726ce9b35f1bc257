import {
  type ActionEntry,
  actionGroups,
  type ActionGroup,
  type Filter,
  isActionName,
  settingsActions,
  type SiteSettings,
} from '../../../contract/index.ts'
import { asFieldError, asSentence } from '../../../client/errors.ts'

/** Where an entry of an action is in the settings. */
export interface Place {
  readonly group: ActionGroup
  readonly action: string
  readonly index: number
}

/** An action's entry as a row of the form. */
export interface ActionRow extends Place {
  readonly entry: ActionEntry
  readonly label: string
  readonly description: string
  readonly details: string | undefined
}

/** A filter: for one entry, or for every action where `place` is null. */
export interface Exception {
  readonly place: Place | null
  readonly filter: Filter
}

type Lists = Readonly<Record<string, readonly ActionEntry[] | undefined>>

function listsOf({ defaultActions }: SiteSettings, group: ActionGroup): Lists {
  return defaultActions[group] ?? {}
}

/** The entry that an action without any has in effect. */
function impliedEntry(action: string, isMentioned: boolean): ActionEntry {
  if (!isActionName(action)) return { _id: action, enabled: false, filters: [] }
  const { enabled, options } = settingsActions[action]
  return { _id: action, enabled: enabled && !isMentioned, filters: [], ...structuredClone(options) }
}

function wordsOf(action: string): { label: string; description: string; details?: string } {
  return isActionName(action) ? settingsActions[action] : { label: action, description: '' }
}

/** Every action that the edge or the settings know, an entry each or more. */
export function actionRows(settings: SiteSettings): readonly ActionRow[] {
  const known = Object.entries(settingsActions).map(([action, { group }]) => ({ action, group }))
  const others = actionGroups.flatMap((group) =>
    Object.keys(listsOf(settings, group))
      .filter((action) => !known.some((one) => one.action === action && one.group === group))
      .map((action) => ({ action, group })),
  )
  return [...known, ...others].flatMap(({ action, group }) => {
    const list = listsOf(settings, group)[action]
    const entries = list?.length ? list : [impliedEntry(action, list !== undefined)]
    const { label, description, details } = wordsOf(action)
    return entries.map((entry, index) => ({
      group,
      action,
      index,
      entry,
      label: entries.length > 1 ? `${label} (${entry._id})` : label,
      description,
      details,
    }))
  })
}

/** The settings with one entry changed, which is added if it was only implied. */
export function withEntry(
  settings: SiteSettings,
  { group, action, index }: Place,
  change: (entry: ActionEntry) => ActionEntry,
): SiteSettings {
  const lists = listsOf(settings, group)
  const list = lists[action]
  const entries = list?.length ? list : [impliedEntry(action, list !== undefined)]
  const changed = entries.map((entry, i) => (i === index ? change(entry) : entry))
  return {
    ...settings,
    defaultActions: { ...settings.defaultActions, [group]: { ...lists, [action]: changed } },
  }
}

/** Every filter in the settings: those for all actions first. */
export function exceptionsOf(settings: SiteSettings): readonly Exception[] {
  const forAll = (settings.defaultActions.filters ?? []).map((filter) => ({ place: null, filter }))
  return [
    ...forAll,
    ...actionRows(settings).flatMap(({ group, action, index, entry }) =>
      entry.filters.map((filter) => ({ place: { group, action, index }, filter })),
    ),
  ]
}

/** The settings with the exception at an index replaced; without it if `next` is null; with one more if the index is. */
export function withException(settings: SiteSettings, at: number | null, next: Exception | null): SiteSettings {
  const before = exceptionsOf(settings)
  const old = at === null ? undefined : before[at]
  if (next && old && samePlace(old.place, next.place)) {
    return withFilters(settings, old.place, (filters) => filters.map((one) => (one === old.filter ? next.filter : one)))
  }
  const removed = old
    ? withFilters(settings, old.place, (filters) => filters.filter((one) => one !== old.filter))
    : settings
  return next ? withFilters(removed, next.place, (filters) => [...filters, next.filter]) : removed
}

function withFilters(
  settings: SiteSettings,
  place: Place | null,
  change: (filters: Filter[]) => Filter[],
): SiteSettings {
  if (place) return withEntry(settings, place, (entry) => ({ ...entry, filters: change(entry.filters) }))
  const { defaultActions } = settings
  return { ...settings, defaultActions: { ...defaultActions, filters: change(defaultActions.filters ?? []) } }
}

export function samePlace(a: Place | null, b: Place | null): boolean {
  return a?.group === b?.group && a?.action === b?.action && a?.index === b?.index
}

/** What an exception applies to. */
export function scopeOf(settings: SiteSettings, { place }: Exception): string {
  if (!place) return 'All actions'
  return actionRows(settings).find((row) => samePlace(row, place))?.label ?? place.action
}

/** The path of the filter of an exception in the settings, as the service names it. */
function pathOf(exceptions: readonly Exception[], index: number): string {
  const place = exceptions[index]?.place ?? null
  const before = exceptions.slice(0, index).filter((one) => samePlace(one.place, place)).length
  const list = place ? `${place.group}.${place.action}.${place.index}.filters` : 'filters'
  return `defaultActions.${list}.${before}`
}

type Problems = Readonly<Record<string, string>>

/** What the service refused of an exception, in a sentence. @param problems by path */
export function problemOf(exceptions: readonly Exception[], index: number, problems: Problems): string | undefined {
  const path = pathOf(exceptions, index)
  const [field, problem] = Object.entries(problems).find(([one]) => one.startsWith(`${path}.`)) ?? []
  if (field === undefined || problem === undefined) return undefined
  return field.endsWith('.condition') ? asSentence(`the pattern ${problem}`) : asFieldError(problem)
}

/** Whether all that the service refused is in exceptions and rules. */
export function isOfRows(exceptions: readonly Exception[], problems: Problems): boolean {
  const paths = Object.keys(problems)
  const rows = [...exceptions.map((_, index) => `${pathOf(exceptions, index)}.`), 'resourceRules.', 'documentRules.']
  return paths.length > 0 && paths.every((path) => rows.some((row) => path.startsWith(row)))
}
