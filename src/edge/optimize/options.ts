/** A list of names among an action's options; the default where there is none. */
export function namesIn(value: unknown, otherwise: readonly string[]): readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : otherwise
}
