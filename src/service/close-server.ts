import type { Server } from 'node:http'

const everyMs = 100

/**
 * Closes an HTTP server once what is in flight is answered. Connections are closed as they become idle: a client would
 * keep them for a next request. What isn't answered after `graceMs` is cut off.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), everyMs)
  const late = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
