/** The order of ids and names in which everybody takes rows, so that no process blocks another. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
