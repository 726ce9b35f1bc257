import type { Server } from 'node:http'

const everyMs = 100

/**
 * Closes an HTTP server once what is in flight is answered. Connections are closed as they become idle: a client would
 * keep them for a next request. What isn't answered after `graceMs` is cut off.
 * @param passedOn resolves when the connections have closed that another server accepted and passed on to this one,
 * which Node doesn't wait for
 */
export async function closeServer(server: Server, graceMs: number, passedOn?: Promise<void>): Promise<void> {
  const closed = Promise.all([new Promise((resolve) => server.close(resolve)), passedOn])
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), everyMs)
  const late = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
