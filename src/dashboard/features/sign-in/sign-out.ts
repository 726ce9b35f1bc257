import { ApiError } from '../../../client/errors.ts'
import { signOut as endSession } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../kit/feedback/toast.ts'

/**
 * Signs out, at the service first where that keeps the session: until it has ended there, this browser stays signed in.
 * @param isKept that it keeps one, for a page that is shown before a place is chosen
 */
export async function signOut(isKept: boolean = session.isByCookie()): Promise<void> {
  try {
    if (isKept) await call(endSession, {}, { isLast: true })
  } catch (error) {
    const isOver = error instanceof ApiError && error.kind === 'refused-key'
    if (!isOver) {
      toast('You’re still signed in: the service didn’t answer. Try again.')
      return
    }
  }
  session.end()
}
