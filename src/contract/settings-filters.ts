import { type FilterBudget, TooCostly } from './filter-budget.ts'
import { actionNames, isActionName, settingsActions, type ActionName } from './settings-actions.ts'
import { settingsLimits } from './settings-limits.ts'
import { settingsParts, type ActionEntry, type Filter, type FilterMatch } from './settings.ts'

/** What filters look at in a request. */
export interface FilteredRequest {
  /** Path and query, as sent. */
  readonly uri: string
  /** A header's value, undefined if the request doesn't have it. Names are in lower case. */
  readonly header: (name: string) => string | undefined
  /** One for all that is decided about the request. */
  readonly budget: FilterBudget
}

/**
 * Makes a test for a regular expression that says how many steps it takes, before it takes them: expressions come from
 * customers. Making or using it throws if it isn't an expression.
 */
export type CompileRegex = (pattern: string) => (text: string, spend: FilterBudget['spend']) => boolean

export type Decision = (
  | { readonly acts: true; readonly entry: ActionEntry }
  | { readonly acts: false; readonly because: 'off' | 'unreadable' | 'too long' | 'too costly' }
  /** `filters` has the one that excludes the request, or all those that include only others. */
  | { readonly acts: false; readonly because: 'excluded' | 'not included'; readonly filters: readonly Filter[] }
) & {
  /** The id of the rule that decides, if it's one, and it has one. */
  readonly rule?: string | undefined
  /** The name of that rule, if it has one. */
  readonly ruleName?: string | undefined
}

type Test = (request: FilteredRequest) => boolean
type Outcome = Exclude<Decision, { acts: true }> | undefined

/**
 * Compiles settings into a function that tells whether an action applies to a request. The first rule that is for the
 * request and names the action decides, else the default actions; an action that they don't mention is as its default
 * says. Settings may have been stored without a check: an action that can't be read is
 * off, and all of them are where the exceptions for everything can't be read, because optimizing less is always safe.
 * So they are for a request once its filters have taken all the steps that they may.
 */
export function decisionsOf(
  settings: unknown,
  compileRegex: CompileRegex,
): (action: ActionName, request: FilteredRequest) => Decision {
  const defaults = fieldOf(settings, 'defaultActions')
  const forAll = compileFilters(fieldOf(defaults, 'filters') ?? [], compileRegex)
  const rules = compileRules(settings, compileRegex)
  const compiled = new Map<ActionName, (request: FilteredRequest) => Decision>()
  for (const name of actionNames) compiled.set(name, compileEntries(entriesOf(settings, name), compileRegex))
  const decide = (action: ActionName, request: FilteredRequest): Decision => {
    const decision = firstOf(rules.get(action), request) ??
      compiled.get(action)?.(request) ?? { acts: false, because: 'off' }
    // what is off for every request needs no exception
    const isOff = !decision.acts && decision.because === 'off' && decision.rule === undefined
    return isOff ? decision : (forAll(request) ?? decision)
  }
  return (action, request) => {
    if (request.budget.isSpent) return tooCostly
    try {
      return decide(action, request)
    } catch (error) {
      if (error instanceof TooCostly) return tooCostly
      throw error
    }
  }
}

const tooCostly = { acts: false, because: 'too costly' } as const

/** What a rule decides about one action; undefined for requests that the rule isn't for. */
type CompiledRule = (request: FilteredRequest) => Decision | undefined

function firstOf(rules: readonly CompiledRule[] | undefined, request: FilteredRequest): Decision | undefined {
  for (const rule of rules ?? []) {
    const decision = rule(request)
    if (decision) return decision
  }
  return undefined
}

/** The rules by the actions that they name, those for resources first. */
function compileRules(settings: unknown, compileRegex: CompileRegex): ReadonlyMap<ActionName, readonly CompiledRule[]> {
  const compiled = new Map<ActionName, CompiledRule[]>()
  for (const raw of rulesOf(settings)) {
    const rule = settingsParts.rule.safeParse(raw)
    const outside = compileFilters(rule.success ? rule.data.filters : 'unreadable', compileRegex)
    const id = rule.success ? rule.data._id : undefined
    const title = fieldOf(raw, 'name')
    const ruleName = typeof title === 'string' ? title : undefined
    for (const [name, value] of Object.entries(fieldOf(raw, 'actions') ?? {})) {
      if (!isActionName(name)) continue
      const decision = { ...ruled(name, value, id ?? name), rule: id, ruleName }
      compiled.set(name, [...(compiled.get(name) ?? []), (request) => ruleFor(outside(request), decision)])
    }
  }
  return compiled
}

/** The rules that are on. */
function rulesOf(settings: unknown): readonly unknown[] {
  return ['resourceRules', 'documentRules']
    .flatMap((list) => fieldOf(settings, list) ?? [])
    .filter((rule) => fieldOf(rule, 'enabled') !== false)
}

/** A rule that may or may not be for a request switches off what it names. */
function ruleFor(outside: Outcome, decision: Decision): Decision | undefined {
  if (!outside) return decision
  return outside.because === 'unreadable' || outside.because === 'too long' ? outside : undefined
}

/** On or off, or on with options. */
function ruled(name: ActionName, value: unknown, id: string): Decision {
  if (value === false || fieldOf(value, 'enabled') === false) return { acts: false, because: 'off' }
  if (value !== true && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return { acts: false, because: 'unreadable' }
  const options = value === true ? {} : value
  return { acts: true, entry: { ...settingsActions[name].options, ...options, _id: id, enabled: true, filters: [] } }
}

/** The list of an action's entries, as the settings say or else as the action's default does. */
function entriesOf(settings: unknown, action: ActionName): unknown {
  const { group, enabled, options } = settingsActions[action]
  const actions = fieldOf(fieldOf(settings, 'defaultActions'), group)
  return fieldOf(actions, action) ?? [{ _id: action, enabled, filters: [], ...options }]
}

/** The entries and rules by which an action acts on some requests, whatever their filters say. */
export function enabledEntries(settings: unknown, action: ActionName): readonly ActionEntry[] {
  const list = entriesOf(settings, action)
  const entries = (Array.isArray(list) ? list : [list]).flatMap((raw) => {
    const entry = settingsParts.entry.safeParse(raw)
    return entry.success && entry.data.enabled ? [entry.data] : []
  })
  const byRules = rulesOf(settings)
    .map((rule) => fieldOf(fieldOf(rule, 'actions'), action))
    .filter((value) => value !== undefined)
    .map((value) => ruled(action, value, action))
    .flatMap((decision) => (decision.acts ? [decision.entry] : []))
  return [...entries, ...byRules]
}

/** The first entry that acts decides; without one, the first that is on says why not. */
function compileEntries(list: unknown, compileRegex: CompileRegex): (request: FilteredRequest) => Decision {
  const entries = (Array.isArray(list) ? list : [list]).map((raw) => {
    const entry = settingsParts.entry.safeParse(raw)
    if (!entry.success) return () => ({ acts: false, because: 'unreadable' }) as const
    if (!entry.data.enabled) return () => ({ acts: false, because: 'off' }) as const
    const refusal = compileFilters(entry.data.filters, compileRegex)
    const applies: Decision = { acts: true, entry: entry.data }
    return (request: FilteredRequest): Decision => refusal(request) ?? applies
  })
  const [only] = entries
  // nearly always, and every request asks several times
  if (only && entries.length === 1) return only
  return (request) => {
    const decisions = entries.map((decide) => decide(request))
    return (
      decisions.find(({ acts }) => acts) ??
      decisions.find((decision) => !decision.acts && decision.because !== 'off') ?? { acts: false, because: 'off' }
    )
  }
}

/** Why filters keep something from a request, undefined if they don't: one excludes it, or none of those that include. */
function compileFilters(filters: unknown, compileRegex: CompileRegex): (request: FilteredRequest) => Outcome {
  const parsed = settingsParts.filters.safeParse(filters)
  if (!parsed.success) return () => ({ acts: false, because: 'unreadable' })
  if (parsed.data.length === 0) return () => undefined
  const searched = parsed.data
    .flatMap(({ match }) => match.filter(({ operator }) => operator === 'REGEX'))
    .map(subjectOf)
  let tests: readonly { filter: Filter; holds: Test }[] | undefined
  const find = (request: FilteredRequest): Outcome => {
    if (searched.some((textOf) => textOf(request).length > settingsLimits.matchedText))
      return { acts: false, because: 'too long' }
    try {
      tests ??= parsed.data.map((filter) => ({ filter, holds: compileFilter(filter, compileRegex) }))
      return outcomeOf(tests, request)
    } catch (error) {
      if (error instanceof TooCostly) throw error
      return { acts: false, because: 'unreadable' }
    }
  }
  return (request) => request.budget.once(find, () => find(request))
}

function outcomeOf(tests: readonly { filter: Filter; holds: Test }[], request: FilteredRequest): Outcome {
  const excluded = tests.find(({ filter, holds }) => filter.direction === 0 && holds(request))
  if (excluded) return { acts: false, because: 'excluded', filters: [excluded.filter] }
  const including = tests.filter(({ filter }) => filter.direction === 1)
  return including.length === 0 || including.some(({ holds }) => holds(request))
    ? undefined
    : { acts: false, because: 'not included', filters: including.map(({ filter }) => filter) }
}

/** Whether all matches of a filter hold. */
export function compileFilter({ match }: Filter, compileRegex: CompileRegex): Test {
  const tests = match.map((one) => compileMatch(one, compileRegex))
  return (request) => tests.every((holds) => holds(request))
}

/** A missing header is like an empty one. Upper and lower case differ. */
function compileMatch(match: FilterMatch, compileRegex: CompileRegex): Test {
  const { operator, condition } = match
  const textOf = subjectOf(match)
  if (operator === 'REGEX') {
    const regex = compileRegex(condition)
    return (request) => regex(textOf(request), request.budget.spend)
  }
  const isWanted = operator === 'CONTAIN'
  return (request) => {
    const text = textOf(request)
    request.budget.spend(stepsToFind(condition, text))
    return text.includes(condition) === isWanted
  }
}

/** What looking for a text in another one may take at worst, measured: a text of equal letters with one in between. */
function stepsToFind(wanted: string, text: string): number {
  return Math.ceil((text.length * (16 + wanted.length)) / 64)
}

function subjectOf(match: FilterMatch): (request: FilteredRequest) => string {
  if (match.name === 'URI') return ({ uri }) => uri
  const name = match.name === 'Cookie' ? 'cookie' : match.header_name.toLowerCase()
  return ({ header }) => header(name) ?? ''
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}
