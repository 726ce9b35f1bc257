import { isActionName, settingsActions, settingsParts } from '../../../contract/index.ts'
import { matchesInWords } from '../../../words/filters.ts'
import { period } from '../../../words/period.ts'
import { wholeDate } from '../../kit/format/time.ts'

/** Settings as sentences. Their full schema isn't documented: known fields get their own words, all others are listed. */

/** One of the settings’ pages that say in words what they can’t show as a form. */
export type Part = 'optimization' | 'exceptions'

export interface Rule {
  readonly text: string
  readonly enabled: boolean
}

export interface RuleGroup {
  readonly part: Part
  readonly title: string
  readonly rules: readonly Rule[]
  /** Shown if there are no rules. */
  readonly emptyText: string
}

type Fields = Readonly<Record<string, unknown>>

export function rulesInWords(settings: Fields): readonly RuleGroup[] {
  const { defaultActions, resourceRules, documentRules } = settings
  const actions = isFields(defaultActions) ? defaultActions : {}
  const { resourceActions, documentActions, filters } = actions
  const groups: RuleGroup[] = [
    {
      part: 'exceptions',
      title: 'Exceptions for all actions',
      rules: listOf(filters).map((one) => ({ text: sentence(condition(one)), enabled: true })),
      emptyText: '',
    },
    {
      part: 'optimization',
      title: 'Default actions',
      rules: [resourceActions, documentActions]
        .filter(isFields)
        .flatMap((lists) =>
          Object.entries(lists).flatMap(([name, list]) => listOf(list).map((action) => actionRule(name, action))),
        ),
      emptyText: 'The service reports no default actions.',
    },
    {
      part: 'exceptions',
      title: 'Rules for resources',
      rules: listOf(resourceRules).map(siteRule),
      emptyText: 'None. The default actions apply.',
    },
    {
      part: 'exceptions',
      title: 'Rules for pages',
      rules: listOf(documentRules).map(siteRule),
      emptyText: 'None. The default actions apply.',
    },
  ]
  return groups.filter(({ rules, emptyText }) => rules.length > 0 || emptyText !== '')
}

const verbs = new Map([
  ['cache', 'Caches'],
  ['compress', 'Compresses'],
  ['compression', 'Compresses'],
  ['minify', 'Minifies'],
  ['optimize', 'Optimizes'],
])

/** An action is `{_id, enabled, filters}`. Without filters it applies to everything. */
function actionRule(name: string, action: unknown): Rule {
  if (!isFields(action)) return { text: sentence(`“${words(name)}” ${isOf(action)}`), enabled: true }
  const { _id: id, enabled, filters, ...others } = action
  const verb = verbs.get(name.toLowerCase())
  const what = verb ? `${verb} ${target(filters)}` : `“${words(name)}” applies to ${target(filters)}`
  const details = phrase(others)
  const label = typeof id === 'string' ? ` (${id})` : ''
  return { text: sentence(`${what}${details ? `, ${details}` : ''}${label}`), enabled: enabled !== false }
}

/** A rule that was added to the site. It may have any fields. */
function siteRule(rule: unknown): Rule {
  if (!isFields(rule)) return { text: sentence(`It ${isOf(rule)}`), enabled: true }
  const { _id: id, name, enabled } = rule
  const label = typeof name === 'string' ? ` (“${name}”)` : typeof id === 'string' ? ` (${id})` : ''
  return { text: sentence(`${saysWhat(rule)}${label}`), enabled: enabled !== false }
}

/** What a rule says, without its name and whether it's on. */
export function ruleInWords(rule: Fields): string {
  return sentence(saysWhat(rule))
}

/** `where the address contains “/media/”: convert images` */
function saysWhat({ _id, name: _name, enabled: _enabled, filters, actions, ...others }: Fields): string {
  const what = [actions === undefined ? '' : doing(actions), phrase(others)].filter(Boolean).join(', ')
  return `${listOf(filters).map(condition).join(' and ') || 'for everything'}${what ? `: ${what}` : ''}`
}

function target(filters: unknown): string {
  const list = listOf(filters)
  return ['everything', list.map(condition).join(' and ')].filter(Boolean).join(' ')
}

/** `{field: path, operator: begins_with, value: /shop}` reads as `where path begins with /shop`. */
function condition(filter: unknown): string {
  const known = settingsParts.filter.safeParse(filter)
  if (known.success) return `${known.data.direction === 0 ? 'except where' : 'where'} ${matchesInWords(known.data)}`
  if (!isFields(filter)) return `with ${value(filter)}`
  const { _id, enabled, ...fields } = filter
  const { field: named, name, operator, op, match, value: only, values, ...others } = fields
  const subject = named ?? name
  const verb = operator ?? op ?? match
  const object = only ?? values
  if (typeof subject !== 'string' || typeof verb !== 'string' || object === undefined)
    return `with ${phrase(fields) || 'an empty filter'}`
  const more = phrase(others)
  return `where ${words(subject)} ${words(verb)} ${value(object)}${more ? ` (${more})` : ''}`
}

function doing(actions: unknown): string {
  if (!isFields(actions)) return value(actions)
  return Object.entries(actions)
    .map(([name, how]) => {
      if (name === 'cache') return caching(how)
      const isNested = isFields(how) || Array.isArray(how)
      if (!isActionName(name)) return isNested ? `${words(name)} (${value(how)})` : field(name, how)
      const label = uncapitalized(settingsActions[name].label)
      return isNested ? `${label} (${value(how)})` : how === true ? label : `${label} ${value(how)}`
    })
    .join(', ')
}

/** `{maxAge: 86400}` reads as `cached for 1 day`. */
function caching(how: unknown): string {
  if (how === true) return 'cached'
  if (how === false) return 'not cached'
  if (!isFields(how)) return `cache ${value(how)}`
  const { maxAge, ...others } = how
  if (typeof maxAge !== 'number') return `cache (${value(how)})`
  return [`cached for ${period(maxAge)}`, phrase(others)].filter(Boolean).join(', ')
}

/** `max age 5 minutes, stale on`, without what isn’t set. */
export function phrase(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, content]) => content !== null)
    .map(([name, content]) => (isFields(content) ? `${words(name)} (${phrase(content)})` : field(name, content)))
    .join(', ')
}

/** A field with its value; seconds and kilobytes get their unit. */
function field(name: string, content: unknown): string {
  if (typeof content === 'number' && name === 'maxAge') return `max age ${period(content)}`
  if (typeof content === 'number' && name === 'limitKb') return `up to ${content}\u00a0kB`
  return `${words(name)} ${value(content)}`
}

function isOf(content: unknown): string {
  return isFields(content) ? `has ${phrase(content) || 'no fields'}` : `is ${value(content)}`
}

function value(content: unknown): string {
  if (Array.isArray(content)) return content.length ? content.map(value).join(', ') : 'none'
  if (isFields(content)) return phrase(content) || 'no fields'
  if (typeof content === 'string')
    return content === '' ? 'empty' : /^\d{4}-\d\d-\d\d$/.test(content) ? day(content) : content
  if (content === true) return 'on'
  if (content === false) return 'off'
  return JSON.stringify(content) ?? 'nothing'
}

/** `2026-10-31` as `31 Oct 2026`. */
function day(date: string): string {
  const at = Date.parse(date)
  return Number.isNaN(at) ? date : wholeDate(at, 'UTC')
}

/** `begins_with` and `maxAge` as words. */
function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** `Convert images` within a sentence. */
function uncapitalized(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function listOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : []
}

function isFields(content: unknown): content is Fields {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}
