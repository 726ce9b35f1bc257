import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { headers } from '../../contract/index.ts'

/** Off unless the operator names origins. */
export function corsFor(origins: readonly string[]): MiddlewareHandler {
  if (origins.length === 0) return (_, next) => next()
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [headers.key, 'Content-Type'],
    exposeHeaders: [headers.requestId, 'Retry-After', 'Deprecation', 'Link'],
    maxAge: 600,
  })
}
