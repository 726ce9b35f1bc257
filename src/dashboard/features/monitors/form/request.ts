import { createMonitor, createTest, isSecretHeader, urlOf, type MonitorBodyInput } from '../../../../contract/index.ts'
import type { Kind } from '../reads.ts'
import { curlOf } from '../../../api/curl.ts'
import type { Scope } from '../../../api/scope.ts'

const hidden = '********'

/** The request body with its secrets hidden. */
export function asJson(body: MonitorBodyInput): string {
  const { constants } = body
  const shown = {
    ...constants,
    ...(constants.http_headers
      ? {
          http_headers: constants.http_headers.map(({ name, value }) => ({
            name,
            value: isSecretHeader(name) ? hidden : value,
          })),
        }
      : {}),
    ...(constants.password ? { password: hidden } : {}),
  }
  return JSON.stringify({ ...body, constants: shown }, null, 2)
}

/** Whether `asJson` hides anything. */
export function hasSecrets({ constants }: MonitorBodyInput): boolean {
  return Boolean(constants.password) || (constants.http_headers ?? []).some(({ name }) => isSecretHeader(name))
}

/** The request as a shell command, which reads the key from the environment. */
export function asCurl(body: MonitorBodyInput, kind: Kind, scope: Scope, baseUrl: string): string {
  const operation = kind === 'monitor' ? createMonitor : createTest
  const path =
    scope.kind === 'account'
      ? urlOf(operation.partner, { path: { partner_id: scope.partner, account_id: scope.account } })
      : urlOf(operation.user, { query: { user_id: scope.user } })
  return curlOf({ method: 'POST', url: baseUrl + path, body: asJson(body) })
}
