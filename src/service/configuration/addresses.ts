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

/** The dashboard's page that accepts an invitation. What is behind # is never sent to a server, so no log has it. */
export function invitationUrl({ publicUrl }: Settings, token: string): string {
  return `${publicUrl}/invitation#${token}`
}

/** The dashboard's page that sets a new password by link. */
export function resetUrl({ publicUrl }: Settings, token: string): string {
  return `${publicUrl}/reset#${token}`
}

/** The dashboard's page that signs in by link. */
export function signInUrl({ publicUrl }: Settings, token: string): string {
  return `${publicUrl}/sign-in-link#${token}`
}

/** The dashboard's page to which an identity provider sends the browser back: its redirect URI. */
export function signOnUrl({ publicUrl }: Settings): string {
  return `${publicUrl}/sso/callback`
}

/** The dashboard's page that asks for such a link. */
export function forgottenUrl({ publicUrl }: Settings): string {
  return `${publicUrl}/reset`
}

/** The dashboard's page with one's password, factors and sessions. */
export function securityUrl({ publicUrl }: Settings): string {
  return `${publicUrl}/security`
}
