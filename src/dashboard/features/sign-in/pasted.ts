/**
 * The ID and the key in a text that has both, as the service prints them and people mail them: `id key`,
 * `sign-in: partner id key`. Undefined for a single word.
 */
export function pairIn(text: string): { readonly id: string; readonly key: string } | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  const [id, key] = words.slice(-2)
  return id !== undefined && key !== undefined ? { id, key } : undefined
}
