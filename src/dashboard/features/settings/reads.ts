import { listProfiles, listTods, readActivity, readAdn, readSettings } from '../../../contract/index.ts'
import { ifOffered, q } from '../../api/queries.ts'

const input = (siteId: string, user: string) => ({ path: { site_id: siteId }, query: { user_id: user } })

/** Those of the default profile. */
export const settingsOf = (siteId: string, user: string) => q(readSettings, input(siteId, user))

/** When each action acted last. Null where the service doesn't say. */
export const activityOf = (siteId: string, user: string) => ifOffered(q(readActivity, input(siteId, user)))

export const profilesOf = (siteId: string, user: string) => q(listProfiles, input(siteId, user))

/** The API calls a schedule a tod, for time of day. */
export const schedulesOf = (siteId: string, user: string) => q(listTods, input(siteId, user))

export const deliveryNetworkOf = (siteId: string, user: string) => q(readAdn, input(siteId, user))
