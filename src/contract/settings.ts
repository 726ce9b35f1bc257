import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { userId } from './fields.ts'
import { ruleEnd } from './rule-end.ts'
import { settingsActions } from './settings-actions.ts'
import { settingsLimits } from './settings-limits.ts'

export const matchNames = ['URI', 'Cookie', 'Request-Header'] as const
export const matchOperators = ['CONTAIN', 'NOT-CONTAIN', 'REGEX'] as const

const listOf = <S extends z.ZodMiniType>(schema: S, max: number, min = 0) =>
  z.array(schema).check(z.minLength(min), z.maxLength(max))

const condition = z.string().check(z.minLength(1), z.maxLength(settingsLimits.condition))
const operator = z.enum(matchOperators, 'must be CONTAIN, NOT-CONTAIN or REGEX')
const headerName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/, 'must be the name of a header, such as Accept-Language'))

const match = z.discriminatedUnion(
  'name',
  [
    z.looseObject({ name: z.enum(['URI']), operator, condition }),
    z.looseObject({ name: z.enum(['Cookie']), operator, condition }),
    z.looseObject({ name: z.enum(['Request-Header']), header_name: headerName, operator, condition }),
  ],
  'must be URI, Cookie or Request-Header',
)

/** Which requests something is for: all matches hold together; direction 1 includes these requests, 0 excludes them. */
const filter = z.looseObject({
  direction: z.int().check(z.minimum(0, 'must be 0 or 1'), z.maximum(1, 'must be 0 or 1')),
  match: listOf(match, settingsLimits.matches, 1),
})

const filters = listOf(filter, settingsLimits.filters)

const entryId = z.string().check(z.regex(/^[\w.:/@-]{1,64}$/, 'must be 1 to 64 letters, digits or . : / @ _ -'))
const name = z
  .string()
  .check(z.regex(/^[^\s;=,&?#*]{1,63}\*?$/, 'must be a name without spaces; a * at its end stands for any ending'))
const entryFields = { _id: entryId, enabled: z.boolean(), filters }
const entries = <Options extends z.core.$ZodLooseShape>(options: Options) =>
  z.optional(listOf(z.looseObject({ ...entryFields, ...options }), settingsLimits.entries))

const plainEntry = z.looseObject(entryFields)
const unknownAction = listOf(plainEntry, settingsLimits.entries)
const seconds = z.optional(z.int().check(z.minimum(1), z.maximum(settingsLimits.maxAge)))
const names = z.optional(listOf(name, settingsLimits.names))

/** Whether a rule switches an action on or off, or on with options. */
const ruled = <Options extends z.core.$ZodLooseShape>(options: Options) =>
  z.optional(
    z.union(
      [z.boolean(), z.looseObject({ enabled: z.optional(z.boolean()), ...options })],
      'must be true, false or an object with options',
    ),
  )

const lastDay = z.string().check(z.refine((text) => ruleEnd(text) !== undefined, 'must be a day, such as 2026-10-31'))

/** Says otherwise than the default actions for some requests: for all where it has no filters. */
const rule = z.looseObject({
  _id: z.optional(entryId),
  enabled: z.optional(z.boolean()),
  until: z.optional(z.nullable(lastDay)),
  filters: z.optional(filters),
  actions: z.optional(
    z.looseObject({
      cache: ruled({}),
      htmlCache: ruled({ maxAge: seconds, sessionCookies: names, harmlessCookies: names }),
      compression: ruled({}),
      staleWhileRevalidate: ruled({}),
      ignoredParameters: ruled({ parameters: names }),
      earlyHints: ruled({}),
      speculation: ruled({}),
      httpsRedirect: ruled({}),
      images: ruled({}),
    }),
  ),
})

const rules = z.optional(listOf(rule, settingsLimits.rules))

/** PostgreSQL compares revisions as 32-bit numbers. */
const maxRevision = 2 ** 31 - 1

/** The settings as they can be changed. Keys that aren't in the schema are kept. */
export const settingsBody = z
  .looseObject({
    defaultActions: z.looseObject({
      filters: z.optional(filters),
      resourceActions: z.optional(
        z.catchall(
          z.object({
            cache: entries({}),
            htmlCache: entries({ maxAge: seconds, sessionCookies: names, harmlessCookies: names }),
          }),
          unknownAction,
        ),
      ),
      documentActions: z.optional(
        z.catchall(
          z.object({
            compression: entries({}),
            staleWhileRevalidate: entries({}),
            ignoredParameters: entries({ parameters: names }),
            earlyHints: entries({}),
            speculation: entries({}),
            httpsRedirect: entries({}),
            images: entries({}),
          }),
          unknownAction,
        ),
      ),
    }),
    resourceRules: rules,
    documentRules: rules,
    revision: z.optional(z.int().check(z.minimum(0), z.maximum(maxRevision))),
  })
  .check(({ value, issues }) => {
    const problem = unknownProblem(value)
    if (problem) issues.push({ code: 'custom', input: value, path: [], message: problem })
    const patterns = regexesOf(value)
    const excess = patterns[settingsLimits.regexes]
    if (excess) {
      const message = `is one regular expression too many: at most ${settingsLimits.regexes} are allowed`
      issues.push({ code: 'custom', input: value, path: excess.path.split('.'), message })
    }
  })

export type SiteSettings = z.output<typeof settingsBody>
export type Filter = z.output<typeof filter>
export type FilterMatch = z.output<typeof match>
export type ActionEntry = z.output<typeof plainEntry>

/** The schemas of filters, entries and rules, for settings that were stored without a check. */
export const settingsParts = {
  filter,
  filters,
  entry: plainEntry,
  rule: z.looseObject({ _id: z.optional(entryId), filters: z._default(filters, []) }),
}

/** Keys that mean something to JavaScript. */
const unsafeKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * What is wrong with the whole, keys that the schema doesn't know included. A walk without recursion, since these can
 * nest as deep as the body allows.
 */
function unknownProblem(settings: object): string | undefined {
  let level: unknown[] = [settings]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > settingsLimits.depth) return `must not be nested deeper than ${settingsLimits.depth} levels`
    const objects = level.filter((value) => typeof value === 'object' && value !== null)
    const key = objects.flatMap((value) => Object.keys(value)).find(isUnsafe)
    if (key !== undefined) return `must not have a key ${JSON.stringify(key)}`
    level = objects.flatMap((value): unknown[] => Object.values(value))
  }
  const bytes = new TextEncoder().encode(JSON.stringify(settings)).length
  return bytes > settingsLimits.bytes ? `must be at most ${settingsLimits.bytes / 1024} KiB as JSON` : undefined
}

function isUnsafe(key: string): boolean {
  return unsafeKeys.includes(key) || key.includes('\u0000') || !key.isWellFormed()
}

/** The regular expressions in the settings, with the path of each field that holds one. */
export function regexesOf({
  defaultActions,
  ...settings
}: SiteSettings): readonly { readonly path: string; readonly pattern: string }[] {
  const { filters: exclusions = [], resourceActions = {}, documentActions = {} } = defaultActions
  const lists: [path: string, filters: readonly Filter[]][] = [['defaultActions.filters', exclusions]]
  for (const [group, actions] of Object.entries({ resourceActions, documentActions })) {
    for (const [action, list] of Object.entries(actions)) {
      list?.forEach((entry, i) => lists.push([`defaultActions.${group}.${action}.${i}.filters`, entry.filters]))
    }
  }
  for (const key of ['resourceRules', 'documentRules'] as const)
    settings[key]?.forEach((one, i) => lists.push([`${key}.${i}.filters`, one.filters ?? []]))
  return lists.flatMap(([path, list]) =>
    list.flatMap((one, i) =>
      one.match.flatMap((each, j) =>
        each.operator === 'REGEX' ? [{ path: `${path}.${i}.match.${j}.condition`, pattern: each.condition }] : [],
      ),
    ),
  )
}

/** The settings of a site that has none of its own: every action once, as its default says, without exceptions. */
export function defaultSettings(): SiteSettings {
  const actions = { resourceActions: {}, documentActions: {} } as Record<string, Record<string, ActionEntry[]>>
  for (const [action, { group, enabled, options }] of Object.entries(settingsActions)) {
    actions[group] = {
      ...actions[group],
      [action]: [{ _id: action, enabled, filters: [], ...structuredClone(options) }],
    }
  }
  return { defaultActions: { filters: [], ...actions }, resourceRules: [], documentRules: [] }
}

const looseEntry = z.looseObject({ _id: z.string(), enabled: z.boolean(), filters: z.array(z.unknown()) })
const actionLists = z.record(z.string(), z.array(looseEntry))

/** The settings as they're read: stored ones may be older than the rules for changing them. */
export const settingsRecord = z.looseObject({
  defaultActions: z.looseObject({
    filters: z.optional(z.array(z.unknown())),
    resourceActions: z.optional(actionLists),
    documentActions: actionLists,
  }),
  resourceRules: z.array(z.unknown()),
  documentRules: z.array(z.unknown()),
  /** Counts changes. An addition of this service: without it, the settings can't be changed. */
  revision: z.optional(z.int()),
})

const path = '/sites/{site_id}/settings'
const byUser = z.object({ user_id: userId })
// the document doesn't show the whole schema, so a client accepts any object
const read = z.looseObject({})

export const readSettings = endpoint({
  id: 'user.settings.read',
  access: 'user',
  method: 'GET',
  path,
  summary: 'Read the settings of the default profile',
  query: byUser,
  reply: settingsRecord,
  read,
})

export const updateSettings = endpoint({
  id: 'user.settings.update',
  access: 'user',
  extension: true,
  method: 'PUT',
  path,
  summary: 'Replace the settings of the default profile',
  description:
    'Takes the object that the read operation returns, and keeps unknown keys. With its `revision`, the change is refused (409) if someone else has changed the settings since; without it, the settings are replaced in any case.',
  query: byUser,
  body: { json: settingsBody },
  reply: settingsRecord,
  read,
  refusals: { 409: 'The settings have changed since they were read.' },
})
