import {
  type ActionEntry,
  actionGroups,
  isActionName,
  settingsActions,
  settingsBody,
  type SiteSettings,
} from '../../../contract/index.ts'
import { filterInWords } from '../../../words/filters.ts'
import { period } from '../../../words/period.ts'
import { compare } from './compare.ts'
import { actionRows, exceptionsOf, scopeOf } from './exceptions.ts'
import { rulesOf, type RuleRow } from './rules.ts'
import { ruleInWords } from './rules-in-words.ts'

/** A difference between two settings, in words. */
export interface Change {
  readonly what: string
  /** Undefined where there was nothing, or is nothing any more. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What changes from one settings object to the other. What has no words of its own is named by its path. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const leaves = leafChanges(before, after)
  const [left, right] = [settingsBody.safeParse(before), settingsBody.safeParse(after)]
  if (!left.success || !right.success) return leaves
  const inWords = [
    ...factChanges(left.data, right.data),
    ...exceptionChanges(left.data, right.data),
    ...ruleChanges(left.data, right.data),
  ]
  const others = leaves.filter(({ what }) => !hasWords(what))
  // such as a comment in a filter, which the sentences leave out
  return inWords.length + others.length === 0 ? leaves : [...inWords, ...others]
}

const fieldsWithWords: readonly string[] = [
  '_id',
  'enabled',
  'filters',
  'maxAge',
  'sessionCookies',
  'harmlessCookies',
  'parameters',
]
const groups: readonly string[] = actionGroups

/** Whether the sentences cover the field at a path. Of unknown actions they don't cover the options. */
function hasWords(path: string): boolean {
  const [top, group = 'filters', action, , field = '_id'] = path.split('.')
  if (top === 'resourceRules' || top === 'documentRules') return true
  if (top !== 'defaultActions') return false
  if (group === 'filters') return true
  if (!groups.includes(group)) return false
  const known = action === undefined || isActionName(action) ? fieldsWithWords : fieldsWithWords.slice(0, 3)
  return known.includes(field)
}

/** Switches and options, by name. */
function factChanges(before: SiteSettings, after: SiteSettings): Change[] {
  const [left, right] = [factsOf(before), factsOf(after)]
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((what) => ({ what, before: left.get(what), after: right.get(what) }))
    .filter((change) => change.before !== change.after)
}

function factsOf(settings: SiteSettings): ReadonlyMap<string, string> {
  return new Map(
    actionRows(settings).flatMap(({ action: name, label, entry }) => [
      [label, entry.enabled ? 'on' : 'off'] as const,
      ...optionsOf(name, entry).map(([option, text]) => [`${label}: ${option}`, text] as const),
    ]),
  )
}

/** The options that the form knows. */
function optionsOf(
  name: string,
  { maxAge, sessionCookies, harmlessCookies, parameters }: ActionEntry,
): (readonly [string, string])[] {
  if (!isActionName(name)) return []
  const { options } = settingsActions[name]
  return [
    ...('maxAge' in options && typeof maxAge === 'number' ? [['time', period(maxAge)] as const] : []),
    ...('sessionCookies' in options ? [['session cookies', namesOf(sessionCookies)] as const] : []),
    ...('harmlessCookies' in options ? [['harmless cookies', namesOf(harmlessCookies)] as const] : []),
    ...('parameters' in options ? [['parameters', namesOf(parameters)] as const] : []),
  ]
}

function namesOf(list: unknown): string {
  return Array.isArray(list) ? list.join(', ') || 'none' : 'as usual'
}

/** Exceptions are compared as a set: moving one within its list changes nothing. */
function exceptionChanges(before: SiteSettings, after: SiteSettings): Change[] {
  const sentences = (settings: SiteSettings) =>
    exceptionsOf(settings).map((one) => ({ scope: scopeOf(settings, one), words: filterInWords(one.filter) }))
  const [left, right] = [sentences(before), sentences(after)]
  const missingIn = (list: typeof left) => (one: (typeof left)[number]) =>
    !list.some(({ scope, words }) => scope === one.scope && words === one.words)
  const what = (scope: string) => `Exception for ${scope === 'All actions' ? 'all actions' : scope}`
  return [
    ...left
      .filter(missingIn(right))
      .map(({ scope, words }) => ({ what: what(scope), before: words, after: undefined })),
    ...right
      .filter(missingIn(left))
      .map(({ scope, words }) => ({ what: what(scope), before: undefined, after: words })),
  ]
}

/** Rules are told apart by their IDs, or else by their names. */
function ruleChanges(before: SiteSettings, after: SiteSettings): Change[] {
  const [left, right] = [rulesByKey(before), rulesByKey(after)]
  const changes = [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [old, now] = [left.get(key), right.get(key)]
    const what = `Rule “${(now ?? old)?.name}”`
    if (!old || !now) return [{ what, before: old && ruleInWords(old.rule), after: now && ruleInWords(now.rule) }]
    return changesOfRule(what, old, now)
  })
  const [order, newOrder] = [left, right].map((rules) =>
    [...rules.keys()].filter((key) => left.has(key) && right.has(key)),
  )
  if (JSON.stringify(order) === JSON.stringify(newOrder)) return changes
  const names = (rules: ReadonlyMap<string, RuleRow>) => [...rules.values()].map(({ name }) => name).join(', ')
  return [...changes, { what: 'Order of the rules', before: names(left), after: names(right) }]
}

function rulesByKey(settings: SiteSettings): ReadonlyMap<string, RuleRow> {
  const rows = new Map<string, RuleRow>()
  for (const row of rulesOf(settings)) {
    const key = row.rule._id ?? row.name
    rows.set(rows.has(key) ? `${key} ${row.number}` : key, row)
  }
  return rows
}

function changesOfRule(what: string, { rule: before }: RuleRow, { rule: after }: RuleRow): Change[] {
  const isOn = ({ enabled }: typeof before) => (enabled === false ? 'off' : 'on')
  const [old, now] = [ruleInWords(before), ruleInWords(after)]
  const inWords = [
    ...(isOn(before) === isOn(after) ? [] : [{ what, before: isOn(before), after: isOn(after) }]),
    ...(old === now ? [] : [{ what, before: old, after: now }]),
  ]
  // such as its name, or a comment in a filter
  return inWords.length > 0
    ? inWords
    : leafChanges(before, after).map((change) => ({ ...change, what: `${what}: ${change.what}` }))
}

function leafChanges(before: unknown, after: unknown): Change[] {
  return compare(before, after)
    .filter(({ same }) => !same)
    .map(({ field, left, right }) => ({ what: field, before: left, after: right }))
}
