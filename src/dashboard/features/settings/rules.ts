import { ruleEnd, type SiteSettings } from '../../../contract/index.ts'
import { asFieldError, asSentence } from '../../../client/errors.ts'

const ruleLists = ['resourceRules', 'documentRules'] as const

export interface RulePlace {
  readonly list: (typeof ruleLists)[number]
  readonly index: number
}

export type Rule = NonNullable<SiteSettings['resourceRules']>[number]

/** A rule as a row. */
export interface RuleRow extends RulePlace {
  readonly rule: Rule
  /** Its place in the order in which rules are asked, counted from 1. */
  readonly number: number
  /** What people call it: its name, or else its ID. */
  readonly name: string
  /** Whether its last day is over, so that it no longer applies. */
  readonly hasEnded: boolean
}

/** Every rule in the order in which they are asked: those for pages give way to those for resources. */
export function rulesOf(settings: SiteSettings, now = Date.now()): readonly RuleRow[] {
  return ruleLists
    .flatMap((list) => (settings[list] ?? []).map((rule, index) => ({ list, index, rule })))
    .map((row, i) => ({
      ...row,
      number: i + 1,
      name: nameOf(row.rule) ?? `Rule ${i + 1}`,
      hasEnded: (ruleEnd(row.rule.until) ?? Infinity) <= now,
    }))
}

function nameOf({ name, _id }: Rule): string | undefined {
  return typeof name === 'string' && name.trim() !== '' ? name : _id
}

/** The settings with one rule changed, or without it if there is nothing in its place. */
export function withRule(
  settings: SiteSettings,
  { list, index }: RulePlace,
  change: (rule: Rule) => Rule | null,
): SiteSettings {
  const rules = (settings[list] ?? []).flatMap((rule, i) => (i === index ? (change(rule) ?? []) : [rule]))
  return { ...settings, [list]: rules }
}

/** The settings with one rule more, which is asked last. */
export function withNewRule(settings: SiteSettings, rule: Rule): SiteSettings {
  return { ...settings, documentRules: [...(settings.documentRules ?? []), rule] }
}

/**
 * The settings with one rule asked earlier or later; undefined at the end. Only the order decides, so a rule that passes
 * from one list into the other changes places with the rule that it passes.
 */
export function withRuleMoved(
  settings: SiteSettings,
  { number }: Pick<RuleRow, 'number'>,
  by: -1 | 1,
): SiteSettings | undefined {
  const rows = rulesOf(settings)
  const [row, other] = [rows[number - 1], rows[number - 1 + by]]
  if (!row || !other) return undefined
  return withRule(
    withRule(settings, row, () => other.rule),
    other,
    () => row.rule,
  )
}

/** What the service refused of a rule, in a sentence. @param problems by path */
export function problemOfRule(
  { list, index }: RulePlace,
  problems: Readonly<Record<string, string>>,
): string | undefined {
  const [field, problem] = Object.entries(problems).find(([path]) => path.startsWith(`${list}.${index}.`)) ?? []
  if (field === undefined || problem === undefined) return undefined
  return field.endsWith('.condition') ? asSentence(`the pattern ${problem}`) : asFieldError(problem)
}
