import * as z from 'zod/mini'

// zod's compiled parsers need eval, which the Content-Security-Policy forbids. Set here, because the session is the
// first thing to be parsed.
z.config({ jitless: true })

export const roles = ['partner', 'user'] as const
export type Role = (typeof roles)[number]

export const credentialsSchema = z.object({
  role: z.enum(roles),
  id: z.string().check(z.minLength(1)),
  key: z.string().check(z.minLength(1)),
  /** Without a trailing slash: `/api`, or an absolute URL. */
  baseUrl: z.string().check(z.minLength(1)),
  /** Of a partner that uses an account holder's key, for a service that notes who that is. */
  partnerKey: z.optional(z.string()),
})

/** What a call needs: who calls, the key, and where. */
export type Credentials = z.output<typeof credentialsSchema>

/** Whether a base URL is on the dashboard's own origin or on one of these. */
export function isOnOrigin(baseUrl: string | undefined, origins: readonly string[]): boolean {
  if (baseUrl === undefined) return false
  return baseUrl.startsWith('/') || origins.includes(new URL(baseUrl).origin)
}

/** Normalizes a typed base URL, so that paths can be appended; undefined if it isn't valid. */
export function cleanBaseUrl(typed: string): string | undefined {
  const text = typed.trim().replace(/(?<!\/)\/+$/, '')
  if (text.startsWith('/') && !text.startsWith('//')) return text
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  return plain ? text : undefined
}
