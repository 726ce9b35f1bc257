import {
  defaultSettings,
  regexesOf,
  type ReplyOf,
  type SiteSettings,
  type updateSettings,
} from '../../contract/index.ts'
import { regexProblem } from '../../edge/index.ts'
import type { Account, Profile } from '../database/index.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import type { Handlers } from '../handler.ts'
import type { Services } from '../services.ts'
import { profilesOf } from './queries.ts'

type SettingsRecord = ReplyOf<typeof updateSettings>

export const settingsHandlers: Handlers<'user.settings.read' | 'user.settings.update'> = {
  async 'user.settings.read'({ path }, { account, services }) {
    return recordOf(await defaultProfile(account, path.site_id, services))
  },

  async 'user.settings.update'({ path, body: { revision, ...settings } }, { account, services }) {
    refuseBadRegexes(settings)
    const profile = await defaultProfile(account, path.site_id, services)
    const complete = {
      ...settings,
      // the read always has these
      defaultActions: { ...settings.defaultActions, documentActions: settings.defaultActions.documentActions ?? {} },
      resourceRules: settings.resourceRules ?? [],
      documentRules: settings.documentRules ?? [],
    }
    const changed = await services.database.db
      .updateTable('profiles')
      .set((eb) => ({ settings: JSON.stringify(complete), settings_revision: eb('settings_revision', '+', 1) }))
      .where('id', '=', profile.id)
      .$if(revision !== undefined, (query) => query.where('settings_revision', '=', revision ?? 0))
      .returningAll()
      .executeTakeFirst()
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
  const stored = settings === null ? defaultSettings() : (JSON.parse(settings) as SettingsRecord)
  return { ...stored, revision: settings_revision } as SettingsRecord
}

/**
 * The contract can't tell: it has no engine for regular expressions.
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
