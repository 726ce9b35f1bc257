/**
 * The part that an address of the settings means from when they were one page: those of exceptions had their number in
 * `edit`, and those of the JSON, of the tree and of two profiles had parameters of their own.
 */
export function partMeant(params: URLSearchParams): 'exceptions' | 'advanced' | null {
  const edit = params.get('edit')
  if (edit !== null && /^(?:new|\d+)$/.test(edit)) return 'exceptions'
  return ['json', 'tree'].includes(params.get('view') ?? '') || params.has('left') || params.has('right')
    ? 'advanced'
    : null
}
