import { joinWithAnd, type listProfiles, type listTods, type readAdn, type ReadOf } from '../../../../contract/index.ts'
import { plural } from '../../../kit/format/format.ts'

type Profile = Partial<ReadOf<typeof listProfiles>[number]>
type Schedule = Partial<ReadOf<typeof listTods>[number]>
type Network = Partial<ReadOf<typeof readAdn>>

/** Records as sentences. Fields that the contract doesn't know are left to the raw record. */
const unknownFormat = 'The service reports it in a format that only the raw record shows.'

/** What a profile means. @param schedule its schedule, if it's known */
export function profileInWords({ name, default: isDefault }: Profile, schedule?: Schedule): string {
  if (name === undefined) return unknownFormat
  if (isDefault) return 'Applies to every request. Its settings are the ones shown here.'
  return `${whenInWords(schedule)} The service doesn’t report its settings.`
}

function whenInWords({ enabled, rules }: Schedule = {}): string {
  if (enabled === undefined || rules === undefined) return 'Applies when its schedule says so.'
  if (rules.length === 0) return 'Not in use: it has no schedule.'
  return enabled ? `Applies at the times set by ${plural(rules.length, 'rule')}.` : 'Not in use: its schedule is off.'
}

/** `profile` is its profile's name. */
export function scheduleInWords({ enabled, rules }: Schedule, profile: string): string {
  if (enabled === undefined || rules === undefined) return `${profile}: ${unknownFormat}`
  if (rules.length === 0) return `${profile} has no schedule.`
  return enabled
    ? `${profile} applies at the times set by ${plural(rules.length, 'rule')}.`
    : `${profile} has ${plural(rules.length, 'rule')}, but its schedule is off.`
}

export function networkInWords({ service_cname: cname, nodes }: Network): string {
  if (nodes === undefined) return unknownFormat
  if (nodes.length === 0) return 'No edge node serves this site yet.'
  const addresses = new Set(nodes.map(({ ip }) => ip))
  const locations = [...new Set(nodes.map(({ location }) => location))].toSorted()
  const by = `Visitors who come through the service are served from ${plural(addresses.size, 'address', 'addresses')} in ${joinWithAnd(locations)}`
  return cname ? `${by}. A DNS record that points to ${cname} brings them there.` : `${by}.`
}
