import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { headers } from '../../contract/index.ts'

/** Off unless the operator names the origin: others are answered as if there were no such thing. */
export function corsFor(origins: readonly string[]): MiddlewareHandler {
  const named = cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [headers.key, 'Content-Type'],
    exposeHeaders: [headers.requestId, 'Retry-After', 'Deprecation', 'Link'],
    maxAge: 600,
  })
  return async (c, next) => {
    // a shared cache must not give one origin what was meant for another
    if (origins.length > 0) c.header('Vary', 'Origin', { append: true })
    return origins.includes(c.req.header('origin') ?? '') ? named(c, next) : next()
  }
}
