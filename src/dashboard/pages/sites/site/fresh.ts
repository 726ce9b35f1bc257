/** How often the key page's measurements are read anew while they are looked at. */
export const freshMs = 60_000
/** A new site's first sample comes within seconds. */
export const firstSampleMs = 3000
