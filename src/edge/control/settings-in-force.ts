import { ruleEnd } from '../../contract/rule-end.ts'

interface SettingsInForce {
  /** JSON, without the rules that have ended; null for the default. */
  readonly settings: string | null
  /** When the next rule ends, UNIX ms. */
  readonly until: number
}

const lists = ['resourceRules', 'documentRules'] as const

/** What a site's settings say at a moment. @param text JSON or null @param now UNIX ms */
export function settingsInForce(text: string | null, now: number): SettingsInForce {
  // most have no such rule, and every site's are read
  const all = text?.includes('"until"') ? parsed(text) : undefined
  if (typeof all !== 'object' || all === null) return { settings: text, until: Infinity }
  const ends: number[] = []
  const goesOn = (rule: unknown) => {
    const end = typeof rule === 'object' && rule !== null && 'until' in rule ? ruleEnd(rule.until) : undefined
    if (end !== undefined) ends.push(end)
    return end === undefined || end > now
  }
  const inForce = Object.entries(all).map(([key, value]: [string, unknown]) =>
    lists.some((list) => list === key) && Array.isArray(value) ? [key, value.filter(goesOn)] : [key, value],
  )
  const isSame = ends.every((end) => end > now)
  return {
    settings: isSame ? text : JSON.stringify(Object.fromEntries(inForce)),
    until: Math.min(...ends.filter((end) => end > now), Infinity),
  }
}

/** What can't be read is for `actionsOf` to deal with. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
