import {
  actionGroups,
  isActionName,
  settingsActions,
  settingsBody,
  type Filter,
  type SiteSettings,
} from '../../../contract/index.ts'
import { phrase } from './rules-in-words.ts'

/** A setting that no form shows. */
export interface UnknownSetting {
  /** Where it is: `defaultActions.documentActions.compression[0].level`. */
  readonly name: string
  /** As the service has it. */
  readonly value: unknown
}

type Fields = Readonly<Record<string, unknown>>

const known = {
  settings: ['defaultActions', 'resourceRules', 'documentRules'],
  // these number the settings rather than set anything
  bookkeeping: ['revision', 'schemaVersion'],
  defaults: ['filters', ...actionGroups],
  filter: ['direction', 'match'],
  match: ['name', 'operator', 'condition'],
  entry: ['_id', 'enabled', 'filters'],
  rule: ['_id', 'name', 'enabled', 'until', 'filters', 'actions'],
} as const

/** What a filter has beside what its sentence says: `comment by Ada`. Empty if there is nothing. */
export function unknownOfFilter(filter: Filter): string {
  const ofMatches = filter.match.map((match) => phrase(without(match, knownOfMatch(match))))
  return [...ofMatches, phrase(without(filter, known.filter))].filter(Boolean).join(', ')
}

/** What an entry of an action has beside its switch, filters and options: `level 5`. Empty if there is nothing. */
export function unknownOfEntry(action: string, entry: Fields): string {
  return phrase(without(entry, knownOfEntry(action)))
}

/** The same of settings in any shape: where it isn't the known one, only what is beside its known parts. */
export function unknownInRecord(record: Fields): readonly UnknownSetting[] {
  const settings = settingsBody.safeParse(record)
  return settings.success
    ? unknownSettings(settings.data)
    : named('', without(record, [...known.settings, ...known.bookkeeping]))
}

/** All settings that no form shows, wherever they are. */
export function unknownSettings(settings: SiteSettings): readonly UnknownSetting[] {
  const { defaultActions, resourceRules, documentRules } = settings
  return [
    ...namedAt('defaultActions.filters', defaultActions.filters, ofFilter),
    ...actionGroups.flatMap((group) =>
      Object.entries(defaultActions[group] ?? {}).flatMap(([action, entries]) => {
        const at = `defaultActions.${group}.${action}`
        const isKnown = isActionName(action) && settingsActions[action].group === group
        return isKnown ? namedAt(at, entries, ofEntry(action)) : [{ name: at, value: entries }]
      }),
    ),
    ...named('defaultActions.', without(defaultActions, known.defaults)),
    ...namedAt('resourceRules', resourceRules, ofRule),
    ...namedAt('documentRules', documentRules, ofRule),
    ...named('', without(settings, [...known.settings, ...known.bookkeeping])),
  ]
}

type Walk<Of> = (at: string, one: Of) => readonly UnknownSetting[]

const ofFilter: Walk<Filter> = (at, filter) => [
  ...namedAt(`${at}match`, filter.match, (place, match) => named(place, without(match, knownOfMatch(match)))),
  ...named(at, without(filter, known.filter)),
]

const ofEntry =
  (action: string): Walk<Fields & { readonly filters: readonly Filter[] }> =>
  (at, entry) => [
    ...namedAt(`${at}filters`, entry.filters, ofFilter),
    ...named(at, without(entry, knownOfEntry(action))),
  ]

const ofRule: Walk<NonNullable<SiteSettings['documentRules']>[number]> = (at, rule) => [
  ...namedAt(`${at}filters`, rule.filters, ofFilter),
  ...Object.entries(rule.actions ?? {}).flatMap(([action, value]) => {
    const place = `${at}actions.${action}`
    if (!isActionName(action)) return [{ name: place, value }]
    return typeof value === 'object' && value !== null
      ? named(`${place}.`, without(value as Fields, knownOfEntry(action)))
      : []
  }),
  ...named(at, without(rule, known.rule)),
]

const knownOfMatch = ({ name }: Filter['match'][number]): readonly string[] =>
  name === 'Request-Header' ? [...known.match, 'header_name'] : known.match

const knownOfEntry = (action: string): readonly string[] =>
  isActionName(action) ? [...known.entry, ...Object.keys(settingsActions[action].options)] : known.entry

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const named = (at: string, fields: Fields): readonly UnknownSetting[] =>
  Object.entries(fields).map(([name, value]) => ({ name: `${at}${name}`, value }))

const namedAt = <Of>(at: string, list: readonly Of[] | undefined, walk: Walk<Of>): readonly UnknownSetting[] =>
  (list ?? []).flatMap((one, i) => walk(`${at}[${i}].`, one))
