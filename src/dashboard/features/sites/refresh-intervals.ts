/** How often an open page reloads the key page's measurements. */
export const refreshMs = 60_000
/** While a site waits for its DNS record, which takes it live. */
export const awaitedMs = 5000
/** Until a new site's first sample arrives, which takes seconds. */
export const firstSampleMs = 3000
