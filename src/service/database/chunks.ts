/**
 * Rows in chunks of 1, 2, 4 … up to 64, the largest first. A statement's text depends on its number of rows, and prepared
 * statements are only kept for a limited number of texts.
 */
export function chunksOf<T>(rows: readonly T[]): readonly T[][] {
  const chunks: T[][] = []
  for (let first = 0; first < rows.length; first += chunks.at(-1)?.length ?? 0)
    chunks.push(rows.slice(first, first + Math.min(largest, 2 ** Math.floor(Math.log2(rows.length - first)))))
  return chunks
}

const largest = 64
