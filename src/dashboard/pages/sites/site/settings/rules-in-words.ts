/** A settings object in plain sentences. Its full schema is nowhere shown: what is known is named, the rest is told as it stands. */

export interface Rule {
  readonly text: string
  readonly enabled: boolean
}

export interface RuleGroup {
  readonly title: string
  readonly rules: readonly Rule[]
  /** What there being none means. */
  readonly none: string
}

type Fields = Readonly<Record<string, unknown>>

export function rulesInWords(settings: Fields): readonly RuleGroup[] {
  const { defaultActions, resourceRules, documentRules, ...others } = settings
  const actions = isFields(defaultActions) ? defaultActions : {}
  const { documentActions, ...otherActions } = actions
  const groups: RuleGroup[] = [
    {
      title: 'By default',
      rules: isFields(documentActions)
        ? Object.entries(documentActions).flatMap(([name, list]) => listOf(list).map((one) => actionRule(name, one)))
        : [],
      none: 'The service names no default actions.',
    },
    {
      title: 'Rules for resources',
      rules: listOf(resourceRules).map(ownRule),
      none: 'There are none: the default actions hold.',
    },
    {
      title: 'Rules for pages',
      rules: listOf(documentRules).map(ownRule),
      none: 'There are none: the default actions hold.',
    },
  ]
  const unknown = Object.entries({ ...otherActions, ...others })
  if (unknown.length === 0) return groups
  return [
    ...groups,
    {
      title: 'Also reported by the service',
      rules: unknown.map(([name, one]) => ({ text: sentence(`${words(name)} ${isOf(one)}`), enabled: true })),
      none: '',
    },
  ]
}

const verbs: Readonly<Record<string, string>> = {
  cache: 'Keeps',
  compress: 'Compresses',
  minify: 'Minifies',
  optimize: 'Optimizes',
}

/** An action is `{_id, enabled, filters}`; without filters it holds for everything. */
function actionRule(name: string, action: unknown): Rule {
  if (!isFields(action)) return { text: sentence(`“${words(name)}” ${isOf(action)}`), enabled: true }
  const { _id: id, enabled, filters, ...others } = action
  const verb = verbs[name.toLowerCase()]
  const what = verb ? `${verb} ${target(filters)}` : `“${words(name)}” holds for ${target(filters)}`
  const more = phrase(others)
  const label = typeof id === 'string' ? ` (${id})` : ''
  return { text: sentence(`${what}${more ? `, with ${more}` : ''}${label}`), enabled: enabled !== false }
}

/** A rule of the site's own: whatever fields it has. */
function ownRule(rule: unknown): Rule {
  if (!isFields(rule)) return { text: sentence(`It ${isOf(rule)}`), enabled: true }
  const { _id: id, name, enabled, filters, actions, ...others } = rule
  const title = [name, id].find((one) => typeof one === 'string')
  const what = [actions === undefined ? '' : doing(actions), phrase(others)].filter(Boolean).join(', ')
  const text = `for ${target(filters)}${what ? `, ${what}` : ''}`
  return { text: sentence(title ? `${title}: ${text}` : text), enabled: enabled !== false }
}

function target(filters: unknown): string {
  const list = listOf(filters)
  return ['everything', list.map(condition).join(' and ')].filter(Boolean).join(' ')
}

/** `{field: path, operator: begins_with, value: /shop}` reads as `whose path begins with /shop`. */
function condition(filter: unknown): string {
  if (!isFields(filter)) return `with ${value(filter)}`
  const { _id, enabled, ...fields } = filter
  const { field, name, operator, op, match, value: only, values, ...others } = fields
  const subject = field ?? name
  const verb = operator ?? op ?? match
  const object = only ?? values
  if (typeof subject !== 'string' || typeof verb !== 'string' || object === undefined)
    return `with ${phrase(fields) || 'a filter of no fields'}`
  const more = phrase(others)
  return `whose ${words(subject)} ${words(verb)} ${value(object)}${more ? ` (${more})` : ''}`
}

function doing(actions: unknown): string {
  if (!isFields(actions)) return value(actions)
  return Object.entries(actions)
    .map(([name, how]) =>
      isFields(how) || Array.isArray(how) ? `${words(name)} (${value(how)})` : `${words(name)} ${value(how)}`,
    )
    .join(', ')
}

function phrase(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, one]) => `${words(name)} ${isFields(one) ? `(${phrase(one)})` : value(one)}`)
    .join(', ')
}

function isOf(one: unknown): string {
  return isFields(one) ? `has ${phrase(one) || 'no fields'}` : `is ${value(one)}`
}

function value(one: unknown): string {
  if (Array.isArray(one)) return one.length ? one.map(value).join(', ') : 'none'
  if (isFields(one)) return phrase(one) || 'no fields'
  if (typeof one === 'string') return one === '' ? 'empty' : one
  if (one === true) return 'on'
  if (one === false) return 'off'
  return JSON.stringify(one) ?? 'nothing'
}

/** `begins_with` and `maxAge` as words. */
function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function listOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : []
}

function isFields(one: unknown): one is Fields {
  return typeof one === 'object' && one !== null && !Array.isArray(one)
}
