import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { headers } from '../../contract/index.ts'

/** CORS headers for the origins that the operator allows; none for any other. */
export function corsFor(origins: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [headers.key, 'Authorization', headers.partnerKey, headers.idempotencyKey, 'Content-Type'],
    exposeHeaders: [headers.requestId, 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Deprecation', 'Link'],
    maxAge: 600,
  })
  return async (c, next) => {
    // shared caches must keep responses to different origins apart
    if (origins.length > 0) c.header('Vary', 'Origin', { append: true })
    return origins.includes(c.req.header('origin') ?? '') ? allow(c, next) : next()
  }
}
