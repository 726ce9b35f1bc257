import { decideAuthorization, readAuthorization, type InputOf, type ReplyOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'

/** The parameters of the address to which an application sends browsers. */
const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
] as const

type Asked = InputOf<typeof readAuthorization>['body']
export type Authorization = ReplyOf<typeof readAuthorization>

/** What an application asks for, as its address says it; the service checks it. */
export function askedIn(params: URLSearchParams): Asked {
  return Object.fromEntries(names.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : []))) as Asked
}

export function readAsked(body: Asked, signal: AbortSignal): Promise<Authorization> {
  return call(readAuthorization, { body }, { signal })
}

type Decision = InputOf<typeof decideAuthorization>['body']

/** @returns where the browser has to go */
export async function decide(body: Decision): Promise<string> {
  const { redirect_to: to } = await call(decideAuthorization, { body })
  if (!/^https?:$/.test(new URL(to).protocol)) throw new Error('The service sent an address that isn’t of the web.')
  return to
}
