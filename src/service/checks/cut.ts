/** Shortens a text to `maxBytes` of UTF-8, and marks it as cut. */
export function cut(text: string, maxBytes: number): string {
  // a UTF-16 unit takes at most 3 bytes, so most texts need no counting
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text.length > maxBytes ? text.slice(0, maxBytes) : text)
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text
  const mark = Buffer.from('… (cut)')
  // drop a character that was cut in half
  return `${bytes
    .subarray(0, maxBytes - mark.length)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}${mark.toString()}`
}
