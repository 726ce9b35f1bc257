/** At most two letters that stand for someone: `NH` for “Nord Host”, `F` for `fjordbikes@example.com`. */
export function initialsOf(name: string): string {
  const [of = ''] = name.split('@')
  const words = of.split(/[\s._-]+/).filter((word) => /\p{L}|\d/u.test(word))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()
}
