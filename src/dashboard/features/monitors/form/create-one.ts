import { isExtensionMissing } from '../../../../client/errors.ts'
import type { Scope } from '../../../api/scope.ts'
import type { MonitorBodyInput } from '../../../../contract/index.ts'
import type { Limits } from '../limit-entry.ts'
import { create, replaceLimits, type Kind } from '../reads.ts'
import { rowError } from '../row-error.ts'

export type Created =
  | { readonly state: 'created'; readonly id: string | undefined }
  /** The record is there, and its limits aren't. */
  | { readonly state: 'without limits'; readonly id: string; readonly reason: string }
  | { readonly state: 'failed'; readonly error: unknown }

/** Creates a monitor or a test, and then sets its limits: two requests, of which either can fail. */
export async function createOne(
  scope: Scope,
  kind: Kind,
  body: MonitorBodyInput,
  limits: Limits | null,
): Promise<Created> {
  try {
    const { id } = await create(scope, kind, body)
    return limits && id !== undefined ? await limitOne(scope, id, limits) : { state: 'created', id }
  } catch (error) {
    return { state: 'failed', error }
  }
}

/** Sets the limits of a monitor that was created without them. */
export async function limitOne(scope: Scope, id: string, limits: Limits): Promise<Created> {
  try {
    await replaceLimits(scope, id, limits)
    return { state: 'created', id }
  } catch (error) {
    const reason = isExtensionMissing(error) ? 'This service may not support limits.' : rowError(error)
    return { state: 'without limits', id, reason }
  }
}
