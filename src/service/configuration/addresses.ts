import type { Settings } from './configuration.ts'

/* Addresses of records in the API, in the dashboard and on the edge. */

export function accountUrl({ publicUrl }: Settings, partnerId: string, accountId: string): string {
  return `${publicUrl}/api/partners/${partnerId}/accounts/${accountId}`
}

export function accountSiteUrl(settings: Settings, partnerId: string, accountId: string, siteId: string): string {
  return `${accountUrl(settings, partnerId, accountId)}/sites/${siteId}`
}

export function userSiteUrl({ publicUrl }: Settings, siteId: string): string {
  return `${publicUrl}/api/sites/${siteId}`
}

export function portalUrl({ publicUrl }: Settings, siteId: string): string {
  return `${publicUrl}/sites/${siteId}`
}

/** The dashboard's page with the results of a site's key page. */
export function assessmentUrl(settings: Settings, siteId: string): string {
  return `${portalUrl(settings, siteId)}/results`
}

/** The edge serves the preview address on its own port. */
export function previewUrl({ edgePort }: Settings, previewHost: string): string {
  return `http://${previewHost}${edgePort === 80 ? '' : `:${edgePort}`}/`
}
