import { settingsBody } from '../../../contract/index.ts'
import { exceptionsOf } from './exceptions.ts'
import { rulesOf } from './rules.ts'

/** How many exceptions and rules there are. Undefined for settings that can't be read. */
export function exceptionCount(settings: object): number | undefined {
  const { data } = settingsBody.safeParse(settings)
  return data && exceptionsOf(data).length + rulesOf(data).length
}
