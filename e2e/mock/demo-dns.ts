import { demoScript } from './demo-script.ts'

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>

interface DemoSite {
  readonly host: string
  readonly service_cname: string
  readonly state: string
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
    if (request.method === 'POST') await setRecords(site.host.replace(/:\d+$/, ''), site.service_cname)
    return Response.json({ host: site.host, isWaiting: site.state === 'preview' })
  }
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
