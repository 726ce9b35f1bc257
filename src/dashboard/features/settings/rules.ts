import { ruleEnd, type SiteSettings } from '../../../contract/index.ts'

const ruleLists = ['resourceRules', 'documentRules'] as const

export interface RulePlace {
  readonly list: (typeof ruleLists)[number]
  readonly index: number
}

type Rule = NonNullable<SiteSettings['resourceRules']>[number]

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

/** The settings with one rule asked earlier or later within its list; undefined at the end of it. */
export function withRuleMoved(
  settings: SiteSettings,
  { list, index }: RulePlace,
  by: -1 | 1,
): SiteSettings | undefined {
  const rules = [...(settings[list] ?? [])]
  const [rule, other] = [rules[index], rules[index + by]]
  if (!rule || !other) return undefined
  rules[index] = other
  rules[index + by] = rule
  return { ...settings, [list]: rules }
}
