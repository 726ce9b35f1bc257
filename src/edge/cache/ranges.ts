/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The range of a body that a request asks for (RFC 9110, section 14.2). Undefined where the field must or may be
 * ignored: another unit, a syntax error, or several ranges, which cost more to answer than they save.
 */
export function rangeOf(field: string | undefined, length: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(field ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const suffix = Number(to)
    return suffix === 0 || length === 0 ? 'unsatisfiable' : { first: Math.max(0, length - suffix), last: length - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= length) return 'unsatisfiable'
  return { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) }
}
