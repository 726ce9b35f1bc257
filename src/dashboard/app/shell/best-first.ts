/** Those whose name begins with the text typed come first, then those in which a word does. */
export function bestFirst<T>(found: readonly T[], typed: string, nameOf: (one: T) => string): readonly T[] {
  const text = wordsOf(typed)
  const rank = (one: T) => {
    const name = wordsOf(nameOf(one))
    return name.startsWith(text) ? 0 : name.includes(` ${text}`) ? 1 : 2
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** `www.Fjordbikes.example` has three words. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()
}
