/** How many paths of a purge an event names. */
export const maxEventPaths = 5
