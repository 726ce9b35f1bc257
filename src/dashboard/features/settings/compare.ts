export interface Difference {
  /** `rules.0.from` */
  readonly field: string
  /** Undefined if the record doesn't have the field. */
  readonly left: string | undefined
  readonly right: string | undefined
  readonly same: boolean
}

/** Compares two records of any shape field by field, in the order of the first. */
export function compare(left: unknown, right: unknown): readonly Difference[] {
  const leaves = { left: leavesOf(left), right: leavesOf(right) }
  return [...new Set([...leaves.left.keys(), ...leaves.right.keys()])].map((field) => {
    const pair = { left: leaves.left.get(field), right: leaves.right.get(field) }
    return { field, ...pair, same: pair.left === pair.right }
  })
}

function leavesOf(value: unknown, path = ''): Map<string, string> {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isBranch) return new Map([[path, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, path ? `${path}.${name}` : name)]),
  )
}
