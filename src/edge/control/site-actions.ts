import * as z from 'zod/mini'

/** What the edge does for a site beyond forwarding, as its settings say. */
export interface SiteActions {
  /** Keeps what RFC 9111 lets a shared cache keep. */
  readonly cache: boolean
  /** Compresses text when it's stored. */
  readonly compress: boolean
}

/** The actions of a site without settings of its own. */
const defaultActions: SiteActions = { cache: true, compress: true }

const actionList = z.optional(z.array(z.looseObject({ enabled: z.boolean() })))

/** The part of the settings object that the edge reads. */
const settings = z.looseObject({
  defaultActions: z.looseObject({
    documentActions: z.looseObject({ cache: actionList, compress: actionList }),
  }),
})

/**
 * Reads the settings of a site's default profile, JSON or null. An action is on if it has an enabled entry, and off if
 * it has none. Settings that can't be read count as none.
 */
export function actionsOf(text: string | null): SiteActions {
  if (text === null) return defaultActions
  const parsed = settings.safeParse(parsedJson(text))
  if (!parsed.success) return defaultActions
  const { cache, compress } = parsed.data.defaultActions.documentActions
  return { cache: isOn(cache), compress: isOn(compress) }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isOn(entries: readonly { readonly enabled: boolean }[] | undefined): boolean {
  return entries?.some(({ enabled }) => enabled) ?? false
}
