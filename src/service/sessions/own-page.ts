import type { Settings } from '../configuration/configuration.ts'

/**
 * Whether a page of this service sent a request, so that another site can't write in the name of whoever is signed in, nor
 * sign anybody in as somebody else. A program says so with an `Origin`.
 */
export function isFromOwnPage(request: Request, { publicUrl }: Pick<Settings, 'publicUrl'>): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = URL.parse(request.headers.get('origin') ?? '')
  if (!origin) return false
  const own = new URL(publicUrl)
  if (origin.origin === own.origin) return true
  return origin.protocol === own.protocol && origin.host === new URL(request.url).host
}

/** Whether a read may be for this service's pages or for somebody who opened its address, rather than for another site's page. */
export function isReadByOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === null || /^(?:same-origin|none)$/.test(site) || request.headers.get('sec-fetch-mode') === 'navigate'
}
