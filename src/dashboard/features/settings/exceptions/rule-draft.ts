import {
  type ActionName,
  actionNames,
  type ActionOptions,
  type Filter,
  isActionName,
  problemsOf,
  settingsActions,
  settingsBody,
} from '../../../../contract/index.ts'
import { asFieldError } from '../../../../client/errors.ts'
import { optionsFrom, type OptionValues, problemsOfOptions, valuesOf } from '../optimization/option-values.ts'
import { phrase } from '../rules-in-words.ts'
import type { Rule } from '../rules.ts'
import { withoutStrayHeaders } from './FilterFields.tsx'

/** What a rule says about an action: nothing, so that its switch decides, or that it's on or off. */
export type Say = 'switch' | 'on' | 'off'

/** A rule as it's edited. */
export interface RuleDraft {
  readonly name: string
  readonly filters: readonly Filter[]
  /** Its last day, such as `2026-10-31`; empty if it has none. */
  readonly until: string
  readonly says: Readonly<Record<ActionName, Say>>
  /** Of the actions that take options. */
  readonly options: Readonly<Record<ActionName, OptionValues>>
}

type Fields = Readonly<Record<string, unknown>>

/** @param rule null for a new one */
export function draftOf(rule: Rule | null): RuleDraft {
  const each = <Value>(of: (action: ActionName) => Value) =>
    Object.fromEntries(actionNames.map((action) => [action, of(action)])) as Record<ActionName, Value>
  const name = rule?.['name']
  return {
    name: typeof name === 'string' ? name : '',
    filters: rule?.filters ?? [],
    until: rule?.until ?? '',
    says: each((action) => saidBy(rule?.actions?.[action])),
    options: each((action) => valuesOf(settingsActions[action].options, fieldsOf(rule?.actions?.[action]))),
  }
}

function saidBy(value: unknown): Say {
  if (value === undefined) return 'switch'
  return value === false || fieldsOf(value)['enabled'] === false ? 'off' : 'on'
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** The rule with what was edited. Whatever the draft doesn't know of it is kept. @param id for a new one */
export function ruleFrom({ name, filters, until, ...draft }: RuleDraft, before: Rule | null, id: string): Rule {
  const {
    actions,
    filters: oldFilters,
    name: oldName,
    until: _,
    ...others
  }: Rule = before ?? { _id: id, enabled: true, filters: [] }
  const known = Object.fromEntries(
    actionNames.flatMap((action) => {
      const value = valueOf(action, draft, actions?.[action])
      return value === undefined ? [] : [[action, value]]
    }),
  )
  const unknown = Object.fromEntries(Object.entries(actions ?? {}).filter(([action]) => !isActionName(action)))
  // a name that isn't a text is another program's
  const nameNow = name.trim() || (typeof oldName === 'string' ? undefined : oldName)
  const rule = {
    ...others,
    ...(nameNow === undefined ? {} : { name: nameNow }),
    ...(filters.length === 0 && oldFilters === undefined ? {} : { filters: filters.map(withoutStrayHeaders) }),
    actions: { ...unknown, ...known },
    ...(until === '' ? {} : { until }),
  }
  // what may be wrong with it, `problemsOfRule` says
  return rule as Rule
}

function valueOf(action: ActionName, { says, options }: Pick<RuleDraft, 'says' | 'options'>, old: unknown): unknown {
  const say = says[action]
  if (say === 'switch') return undefined
  const { enabled, ...had } = fieldsOf(old)
  const isObject = typeof old === 'object'
  if (say === 'off') return isObject ? { ...had, enabled: false } : false
  const edited = editedOptions(action, options[action], fieldsOf(old))
  if (!isObject && Object.keys(edited).length === 0) return true
  return { ...had, ...(enabled === true ? { enabled } : {}), ...edited }
}

/** The options that differ from what the rule had, or from the defaults. */
function editedOptions(action: ActionName, values: OptionValues, old: Fields): ActionOptions {
  const known: ActionOptions = settingsActions[action].options
  const before = valuesOf(known, old)
  const isEdited = (name: string) => values[name as keyof OptionValues] !== before[name as keyof OptionValues]
  return Object.fromEntries(Object.entries(optionsFrom(known, values)).filter(([name]) => isEdited(name)))
}

/** What is wrong with a rule, by field: `name`, `actions`, `filters.0.match.0.condition`, `htmlCache.maxAge`. */
export function problemsOfRule(draft: RuleDraft, rule: Rule, isNew: boolean): Record<string, string> {
  const problems: Record<string, string> = {}
  if (isNew && draft.name.trim() === '') problems['name'] = 'Enter a name.'
  if (Object.keys(rule.actions ?? {}).length === 0) problems['actions'] = 'Choose what the rule switches on or off.'
  const { error } = settingsBody.safeParse({ defaultActions: {}, documentRules: [rule] })
  for (const [path, problem] of Object.entries(error ? problemsOf(error) : {}))
    if (path.startsWith(filtersPath)) problems[path.slice(rulePath.length)] = problem
    else if (path === `${rulePath}until`) problems['until'] = asFieldError(problem)
  for (const action of actionNames) {
    if (draft.says[action] !== 'on') continue
    const options = optionsFrom(settingsActions[action].options, draft.options[action])
    const place = { group: settingsActions[action].group, action, entry: { _id: action, enabled: true, filters: [] } }
    for (const [name, problem] of Object.entries(problemsOfOptions(place, options, draft.options[action])))
      problems[`${action}.${name}`] = problem
  }
  return problems
}

const rulePath = 'documentRules.0.'
const filtersPath = `${rulePath}filters.`

/** What the form doesn't show of a rule, in words: `priority 5`. Empty if there is nothing. */
export function unknownOfRule(rule: Rule): string {
  const { _id, enabled: _enabled, name: _name, filters: _filters, until: _until, actions, ...others } = rule
  const otherActions = Object.fromEntries(Object.entries(actions ?? {}).filter(([action]) => !isActionName(action)))
  return [phrase(otherActions), phrase(others)].filter(Boolean).join(', ')
}

/** An ID that no other rule has, from the rule's name. */
export function newRuleId(name: string, taken: readonly (string | undefined)[]): string {
  const words = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const stem = words.replace(/^-|-$/g, '').slice(0, 48) || 'rule'
  let id = stem
  for (let i = 2; taken.includes(id); i++) id = `${stem}-${i}`
  return id
}
