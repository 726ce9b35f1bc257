import type { Role } from '../../../contract/index.ts'

/** What each role may do, in a line. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  owner: 'Does everything, and decides on people, keys and deletion.',
  manager: 'Does all of the work: sites, settings, monitors, alerts.',
  operator: 'Runs what is there: states, purges, tests, muting, notes. Changes no settings.',
  viewer: 'Sees everything and changes nothing.',
}
