import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { v7 as uuid } from 'uuid'
import { headers } from '../../contract/index.ts'
import type { Settings } from '../configuration/configuration.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { hasPasskeys } from '../factors/index.ts'
import { exchangeCode, serverMetadata } from '../oauth/index.ts'
import { addressReader } from '../../shared/client-address.ts'
import { hasSessions } from '../sessions/index.ts'
import { apiApp, apiBase } from './app.ts'
import { compressed } from './compressed.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './reference.ts'
import { ReadinessCheck } from './readiness.ts'
import { referenceStyleHash } from './reference-style.ts'

type Env = { Bindings: { incoming?: { socket?: { remoteAddress?: string } } }; Variables: { requestId: string } }

/** Everything that the service serves on its port: the API, its reference, the dashboard and health checks. */
export function siteApp(handlers: Handlers, services: Services, dashboardDir: string): Hono<Env> {
  const { publicUrl } = services.settings
  const app = new Hono<Env>()
  const clientAddress = addressReader(services.settings.trustedProxies)
  const readiness = new ReadinessCheck(services)
  // made on first use
  const document = lazily(() => openApiDocument(`${publicUrl}${apiBase}`))
  const documentText = lazily(() => JSON.stringify(document()))
  const reference = lazily(() => referencePage(document()))

  app.use(async (c, next) => {
    const requestId = uuid()
    c.set('requestId', requestId)
    c.header(headers.requestId, requestId)
    await next()
  })
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', async (c) => {
    const status = await readiness.now()
    return c.json({ status }, status === 'ready' ? 200 : 503)
  })
  app.get(`${apiBase}/openapi.json`, async (c) =>
    c.body(await compressed(c, documentText()), 200, { 'Content-Type': 'application/json' }),
  )
  app.get(`${apiBase}/docs`, pageHeaders(referencePolicy), async (c) =>
    c.body(await compressed(c, reference()), 200, { 'Content-Type': 'text/html; charset=UTF-8' }),
  )
  for (const path of ['/healthz', '/readyz', `${apiBase}/openapi.json`, `${apiBase}/docs`]) {
    app.all(path, (c) => c.json({ error: 'This path accepts only GET, HEAD.' }, 405, { Allow: 'GET, HEAD' }))
  }
  app.mount(apiBase, apiApp(handlers, services).fetch, {
    optionHandler: (c) => ({ ...c.env, requestId: c.get('requestId') }),
    // its routes begin with /api
    replaceRequest: false,
  })
  for (const path of ['/oauth/token', '/oauth/access_token']) {
    app.post(path, async (c) => {
      const address = clientAddress(c.env.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for') ?? null)
      const { status, body, headers: own } = await exchangeCode(c.req.raw, address, services)
      return c.json(body, status, own)
    })
    app.all(path, (c) => c.json({ error: 'invalid_request' }, 405, { Allow: 'POST' }))
  }
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(serverMetadata(publicUrl)))
  // whatever such an address holds is for nobody else; before the other headers, which are set first that way
  for (const path of ['/sign-in-link', '/sso/callback'])
    app.use(path, async (c, next) => {
      await next()
      c.header('Referrer-Policy', 'no-referrer')
    })
  app.use(pageHeaders(dashboardPolicy(services.settings)))
  app.get('/config.json', (c) =>
    c.json(dashboardConfig(dashboardDir, services.settings, c.req.raw), 200, { 'Cache-Control': 'no-cache' }),
  )
  app.use(serveStatic({ root: dashboardDir, precompressed: true, onFound: cacheByName }))
  // every other path is a page of the dashboard
  app.get('*', dashboardPage(dashboardDir))
  app.notFound((c) => c.json({ error: 'There is nothing at this path.' }, 404))
  return app
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>

/**
 * The dashboard runs only its own scripts and never turns text into markup. Its component library writes style elements,
 * so inline styles are allowed. It connects to this service and those that the operator names, so that an injected script
 * couldn't send data anywhere else.
 */
const dashboardPolicy = ({ dashboardApiOrigins }: Settings): Policy => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  manifestSrc: ["'self'"],
  connectSrc: ["'self'", ...dashboardApiOrigins],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
})

const referencePolicy: Policy = {
  defaultSrc: ["'none'"],
  styleSrc: [referenceStyleHash],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

function pageHeaders(contentSecurityPolicy: Policy): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // left to the operator's proxy, which knows whether there is HTTPS
    strictTransportSecurity: false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  })
}

/** Names under assets/ contain a hash of the content; everything else is revalidated on each request. */
function cacheByName(path: string, c: Context): void {
  c.header('Cache-Control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** The dashboard's own config.json, with the origins to which its policy lets it connect. */
function dashboardConfig(dir: string, settings: Settings, request: Request): object {
  const file = join(dir, 'config.json')
  const written: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const config = { base_url: apiBase, ...(written as object) }
  const isOwn = config.base_url === apiBase
  return {
    ...config,
    api_origins: settings.dashboardApiOrigins,
    idempotency_keys: isOwn,
    sessions: isOwn && hasSessions(settings, request),
    passkeys: isOwn && hasSessions(settings, request) && hasPasskeys(settings),
  }
}

function dashboardPage(dir: string): MiddlewareHandler {
  const serve = serveStatic({ root: dir, path: 'index.html', precompressed: true, onFound: cacheByName })
  return async (c, next) => {
    // a path that looks like a missing file isn't a page
    if (/\.\w+$/.test(c.req.path) || c.req.path.startsWith('/assets/')) return next()
    // nor is a mistyped address of the API, whose caller takes 200 for success
    if (/^\/+api(\/|$)/i.test(c.req.path)) return next()
    if (!existsSync(dir)) return c.text('The dashboard has not been built: run npm run build.', 503)
    return serve(c, next)
  }
}
