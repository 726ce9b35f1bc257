import type { WireInput } from '../../../client/request.ts'
import type { AnyEndpoint, InputOf, ReadOf } from '../../../contract/index.ts'
import { markStale } from '../../api/change.ts'
import { call } from '../../api/client.ts'

/** `change` for how somebody signs in: each makes stale what a new password does. */
export async function changeFactors<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E> & WireInput,
): Promise<ReadOf<E>> {
  const reply = await call(endpoint, input)
  await markStale('person.password.change')
  return reply
}
