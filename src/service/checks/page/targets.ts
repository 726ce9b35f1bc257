import { pageLimits } from './limits.ts'
import { ChildSession, type Session } from './child-session.ts'

/** What DevTools says of a frame or worker. */
interface TargetInfo {
  readonly type: string
  readonly url: string
}

/** Calls `watch` for each cross-site frame and worker of a page, also nested ones, before any of their code runs. */
export async function watchTargets(
  page: Session,
  watch: (target: Session, info: TargetInfo) => Promise<unknown>,
): Promise<void> {
  let watched = 0
  const attach = async (parent: Session): Promise<void> => {
    const children = new Map<string, ChildSession>()
    parent.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => children.get(sessionId)?.receive(message))
    parent.on('Target.detachedFromTarget', ({ sessionId }) => {
      children.get(sessionId)?.end()
      children.delete(sessionId)
    })
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = new ChildSession(parent, sessionId)
      children.set(sessionId, child)
      void watchOne(child.session, targetInfo)
    })
    await parent.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
  }
  const watchOne = async (target: Session, info: TargetInfo): Promise<void> => {
    // a worker supports fewer methods than a frame and must run even if it refuses some
    if (++watched <= pageLimits.targets) await Promise.allSettled([attach(target), watch(target, info)])
    await target.send('Runtime.runIfWaitingForDebugger').catch(() => undefined)
  }
  await attach(page)
}
