import { demoScript } from './demo-script.ts'

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

interface DemoSite {
  readonly host: string
  readonly service_cname: string
  readonly state: string
  /** Whose visitors are to be redirected to it, null for none, and where its DNS leads. */
  readonly counterpart: string | null
  readonly counterpart_dns: string | null
}

interface DemoDns {
  /** Undefined for a site that isn't there. */
  readonly siteOf: (id: string) => Promise<DemoSite | undefined>
  /** Has the scripted name server answer with the records that a host without its port needs, from now on. */
  readonly setRecords: (host: string, target: string) => Promise<void>
}

const scriptPath = '/demo.js'

/**
 * Lets whoever looks at the demo play the customer who sets a site's DNS records: adds a script with a button to every page,
 * and answers it. All else, such as that the record is seen and the site goes live, is the service's own doing.
 */
export function withDemoDns(fetch: Fetch, { siteOf, setRecords }: DemoDns): Fetch {
  return async (request, env) => {
    const { pathname } = new URL(request.url)
    if (pathname === scriptPath)
      return new Response(demoScript, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
    const [, id] = /^\/demo\/sites\/([\w-]{1,64})\/dns$/.exec(pathname) ?? []
    if (id === undefined) return withScript(await fetch(readable(request), env))
    const site = await siteOf(id)
    if (!site) return Response.json({ error: "This site doesn't exist." }, { status: 404 })
    const waiting = hostsWaiting(site)
    if (request.method === 'POST') for (const host of waiting) await setRecords(host, site.service_cname)
    return Response.json({ host: waiting[0] ?? site.host, isWaiting: waiting.length > 0 })
  }
}

/** The hosts that need records: the site's own, its counterpart, or both. */
function hostsWaiting({ host, state, counterpart, counterpart_dns }: DemoSite): readonly string[] {
  const own = state === 'preview' ? [host.replace(/:\d+$/, '')] : []
  return counterpart === null || counterpart_dns === 'here' ? own : [...own, counterpart]
}

/** What asks for a page, without compression, so that the script can be added. */
function readable(request: Request): Request {
  if (request.method !== 'GET' || !request.headers.get('accept')?.includes('text/html')) return request
  const headers = new Headers(request.headers)
  for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) headers.delete(name)
  return new Request(request, { headers })
}

async function withScript(reply: Response): Promise<Response> {
  if (!reply.headers.get('content-type')?.startsWith('text/html') || reply.headers.has('content-encoding')) return reply
  const page = await reply.text()
  const headers = new Headers(reply.headers)
  for (const name of ['content-length', 'etag', 'last-modified']) headers.delete(name)
  const script = `<script src="${scriptPath}" defer></script>`
  return new Response(page.replace('</head>', `${script}</head>`), { status: reply.status, headers })
}
