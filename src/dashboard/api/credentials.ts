import * as z from 'zod/mini'

// zod's compiled parsers need eval, which the Content-Security-Policy forbids. Here, because whatever parses first is
// the session that this module describes.
z.config({ jitless: true })

export const roles = ['partner', 'user'] as const
export type Role = (typeof roles)[number]

export const credentialsSchema = z.object({
  role: z.enum(roles),
  id: z.string().check(z.minLength(1)),
  key: z.string().check(z.minLength(1)),
  /** Without a slash at its end: `/api`, or an absolute address. */
  baseUrl: z.string().check(z.minLength(1)),
})

/** What a call is made with. */
export type Credentials = z.output<typeof credentialsSchema>

/** A base URL as it is typed, made one that paths can be added to; undefined where it is none. */
export function cleanBaseUrl(typed: string): string | undefined {
  const text = typed.trim().replace(/\/+$/, '')
  if (text.startsWith('/') && !text.startsWith('//')) return text
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  return plain ? text : undefined
}
