type Task<T> = () => Promise<T>

/** Runs at most `most` tasks at the same time, in the order in which they came. */
export function limitConcurrency(max: number): <T>(task: Task<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  const next = () => {
    const successor = waiting.shift()
    // the place is handed on, so that nobody comes between
    if (successor) successor()
    else running--
  }
  return async (task, signal) => {
    if (running < max) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      // who asked may have left while it waited
      signal?.throwIfAborted()
      return await task()
    } finally {
      next()
    }
  }
}
