import { isDeepStrictEqual } from 'node:util'
import type { MonitorSpec } from './rules.ts'

interface Described {
  readonly name: string
  readonly spec: MonitorSpec
}

/** Names of what a change of a monitor changes, without its status. */
export function changedParts(before: Described, after: Described, areSecretsSame: boolean): string[] {
  const [left, right] = [partsOf(before), partsOf(after)]
  return [
    ...Object.keys(right).filter((part) => !isDeepStrictEqual(Reflect.get(left, part), Reflect.get(right, part))),
    ...(areSecretsSame ? [] : ['secrets']),
  ]
}

function partsOf({ name, spec: { constants, variables, timing } }: Described) {
  return {
    name,
    address: constants.url,
    method: constants.http_method,
    headers: constants.http_headers,
    body: constants.http_body,
    'user name': constants.auth,
    screenshots: constants.screenshots,
    views: constants.browser_cache,
    // before there was a choice
    device: constants.browser_cache && (constants.device ?? 'DESKTOP'),
    locations: variables.locations,
    connections: variables.connectivities,
    browsers: variables.browsers,
    schedule: timing,
  }
}
