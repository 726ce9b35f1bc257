import { orAborted } from '../../shared/guard/index.ts'

/** The result of `work`; undefined if it fails or isn't there in time, as when a script of the page never yields. */
export async function resultWithin<T>(work: Promise<T>, ms: number, deadline?: AbortSignal): Promise<T | undefined> {
  const timeout = AbortSignal.timeout(Math.ceil(ms))
  return orAborted(work, deadline ? AbortSignal.any([deadline, timeout]) : timeout).catch(() => undefined)
}

/** Whether `work` ends in time, successfully or not. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const end = () => resolve(true)
  void work.then(end, end)
  return promise.finally(() => clearTimeout(timer))
}
