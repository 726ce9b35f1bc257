/** How often an open page reloads the key page's measurements. */
export const refreshMs = 60_000
/** Until a new site's first sample arrives, which takes seconds. */
export const firstSampleMs = 3000
