import { createServer } from 'node:http'

/**
 * The servers that the capacity bench measures, in a process of their own. They answer a request for `/` after 50 ms, one
 * for `/slow` after 8 s and one for `/silent` never. The header `server-timing` tells how long it really took. Prints the
 * port.
 */
const delays: Readonly<Record<string, number>> = { '/': 50, '/slow': 8_000 }

const server = createServer({ keepAlive: false }, (request, response) => {
  const delay = delays[request.url ?? '']
  if (delay === undefined) return
  const began = performance.now()
  setTimeout(() => {
    const took = (performance.now() - began).toFixed(2)
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-length': 2_000, 'server-timing': `app;dur=${took}` })
      .end('x'.repeat(2_000))
  }, delay)
})
server.requestTimeout = 0
server.listen({ host: '0.0.0.0', port: 0, backlog: 4096 }, () => {
  const address = server.address()
  process.stdout.write(`port ${address === null || typeof address === 'string' ? 0 : address.port}\n`)
})
