/** How many of each a monitor or test may have, and how many samples a round may take. */
export const variableLimits = { locations: 20, connectivities: 10, browsers: 5, samples: 200 } as const
