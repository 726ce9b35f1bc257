/** How often an open page reloads the key page's measurements. */
export const refreshMs = 60_000
/** While a site waits for its DNS record, which takes it live. */
export const awaitedMs = 5000
/** Until a new site's first sample arrives, which takes seconds. */
export const firstSampleMs = 3000
/** How often what was achieved in 30 days is read again: the service computes most of it every half hour. */
export const figuresRefreshMs = 5 * 60_000

interface FiguresQuery {
  readonly state: { readonly data?: { readonly counts: { readonly unchecked: number } } | null | undefined }
}

/** Sooner while a site waits for its first check, which comes within a minute or two. */
export const figuresInterval = ({ state }: FiguresQuery) =>
  state.data?.counts.unchecked ? refreshMs : figuresRefreshMs
