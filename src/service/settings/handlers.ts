import {
  defaultSettings,
  regexesOf,
  type ReplyOf,
  type SiteSettings,
  type updateSettings,
} from '../../contract/index.ts'
import { regexProblem } from '../../contract/regex-problem.ts'
import type { Account, Profile } from '../database/index.ts'
import { conflict, invalid, notFound } from '../api/errors.ts'
import { actorOf, recordEvent } from '../events/index.ts'
import type { Handlers } from '../api/handler.ts'
import { profilesOf } from '../profiles/index.ts'
import type { Services } from '../api/services.ts'
import { siteOf } from '../api/site-queries.ts'
import { settingsChange } from './change.ts'

type SettingsRecord = ReplyOf<typeof updateSettings>

export const settingsHandlers: Handlers<'user.settings.read' | 'user.settings.update'> = {
  async 'user.settings.read'({ path }, { account, services }) {
    return recordOf(await defaultProfile(account, path.site_id, services))
  },

  async 'user.settings.update'({ path, body: { revision, ...settings } }, call) {
    const { account, services } = call
    refuseBadRegexes(settings)
    const { database, world } = services
    const profile = await defaultProfile(account, path.site_id, services)
    const { host } = await siteOf(account, path.site_id, services)
    const complete = {
      ...settings,
      // the read always has these
      defaultActions: { ...settings.defaultActions, documentActions: settings.defaultActions.documentActions ?? {} },
      resourceRules: settings.resourceRules ?? [],
      documentRules: settings.documentRules ?? [],
    }
    const changed = await database.db.transaction().execute(async (trx) => {
      const found = trx.selectFrom('profiles').select('settings').where('id', '=', profile.id)
      const before = await (database.kind === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
      const after = await trx
        .updateTable('profiles')
        .set((eb) => ({ settings: JSON.stringify(complete), settings_revision: eb('settings_revision', '+', 1) }))
        .where('id', '=', profile.id)
        .$if(revision !== undefined, (query) => query.where('settings_revision', '=', revision ?? 0))
        .returningAll()
        .executeTakeFirst()
      const change = after && settingsChange(storedSettings(before?.settings ?? null), complete)
      if (change)
        await recordEvent(trx, {
          kind: 'settings.changed',
          actor: actorOf(call),
          accountId: account.id,
          siteId: path.site_id,
          at: world.clock.now(),
          detail: { host, ...change },
        })
      return after
    })
    if (changed) return recordOf(changed)
    throw conflict('Someone has changed these settings since you read them. Read them again, then make your change.')
  },
}

/** The profile that the settings of a site are in. @throws {HttpError} 404 */
export async function defaultProfile(account: Account, siteId: string, services: Services): Promise<Profile> {
  const profiles = await profilesOf(account, siteId, services)
  const profile = profiles.find((one) => one.default === 1)
  if (!profile) throw notFound('profile')
  return profile
}

function recordOf({ settings, settings_revision }: Profile): SettingsRecord {
  return { ...storedSettings(settings), revision: settings_revision }
}

function storedSettings(settings: string | null): SettingsRecord {
  return settings === null ? (defaultSettings() as SettingsRecord) : (JSON.parse(settings) as SettingsRecord)
}

/**
 * The contract's schemas can't tell: they load no engine for regular expressions.
 * @param prefix the path of the settings in the request, with a dot
 * @throws {HttpError} 422
 */
export function refuseBadRegexes(settings: SiteSettings, prefix = ''): void {
  const problems = regexesOf(settings).flatMap(({ path, pattern }) => {
    const problem = regexProblem(pattern)
    return problem === undefined ? [] : [[`${prefix}${path}`, problem] as const]
  })
  if (problems.length > 0) throw invalid(Object.fromEntries(problems))
}
