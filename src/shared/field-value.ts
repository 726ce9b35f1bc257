/**
 * A field's value between two places of a text, without the spaces and tabs around it (RFC 9110, section 5.5). `trim`
 * would take bytes of the value too, such as 0xA0.
 */
export function fieldValue(text: string, start: number, end: number): string {
  let from = start
  let to = end
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (from < to && isBlank(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09
