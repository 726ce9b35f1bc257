import { isDeepStrictEqual } from 'node:util'
import { actionGroups, defaultSettings, type EventDetail } from '../../contract/index.ts'
import { eventLimits } from '../events/index.ts'

/** Settings as far as they are compared. Stored ones may be from before they were checked. */
interface Compared {
  readonly defaultActions?: {
    readonly filters?: unknown
    readonly resourceActions?: unknown
    readonly documentActions?: unknown
  }
  readonly resourceRules?: unknown
  readonly documentRules?: unknown
}

/**
 * What a change of settings does, by name: actions that are on or off now, and what else is different. Undefined if
 * nothing is.
 */
export function settingsChange(
  before: Compared,
  after: Compared,
): Omit<EventDetail<'settings.changed'>, 'host'> | undefined {
  const [left, right] = [actionsOf(before), actionsOf(after)]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  const different = names.filter((name) => !isDeepStrictEqual(left.get(name), right.get(name)))
  const turned = (isOn: boolean) =>
    different.filter((name) => isActive(left.get(name)) !== isOn && isActive(right.get(name)) === isOn)
  const [on, off] = [turned(true), turned(false)]
  const parts = { filters: ({ defaultActions }: Compared) => defaultActions?.filters, ...rules }
  const changed = [
    ...different.filter((name) => !on.includes(name) && !off.includes(name)),
    ...Object.entries(parts).flatMap(([name, part]) =>
      isDeepStrictEqual(part(before) ?? [], part(after) ?? []) ? [] : [name],
    ),
  ]
  if (on.length + off.length + changed.length === 0) return undefined
  return { on: bounded(on), off: bounded(off), changed: bounded(changed) }
}

const rules = {
  resourceRules: ({ resourceRules }: Compared) => resourceRules,
  documentRules: ({ documentRules }: Compared) => documentRules,
}

/** The entries of each action. An action without entries, or that is missing, has its default. */
function actionsOf(settings: Compared): ReadonlyMap<string, unknown> {
  const entriesIn = ({ defaultActions }: Compared) =>
    actionGroups.flatMap((group) => Object.entries({ ...(defaultActions?.[group] as object) }))
  const own = entriesIn(settings).filter(([, entries]) => !Array.isArray(entries) || entries.length > 0)
  return new Map([...entriesIn(defaultSettings()), ...own])
}

function isActive(entries: unknown): boolean {
  return (
    Array.isArray(entries) && entries.some((entry: { readonly enabled?: unknown } | null) => entry?.enabled === true)
  )
}

const bounded = (names: readonly string[]) =>
  names.slice(0, eventLimits.names).map((name) => name.slice(0, eventLimits.name))
