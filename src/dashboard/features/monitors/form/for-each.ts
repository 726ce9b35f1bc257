import pLimit from 'p-limit'
import type { Created } from './create-one.ts'
import type { CreationResult } from './CreationResults.tsx'

const maxConcurrent = 4

interface Work<Item extends CreationResult> {
  /** What is shown of an item while it's worked on. */
  readonly meanwhile: (item: Item) => CreationResult
  readonly work: (item: Item) => Promise<Created>
  readonly show: (results: readonly CreationResult[]) => void
}

/** Works on a few items at a time, and shows the state of each. */
export async function forEach<Item extends CreationResult>(
  items: readonly Item[],
  { meanwhile, work, show }: Work<Item>,
): Promise<readonly CreationResult[]> {
  let results: readonly CreationResult[] = items
  const set = (next: CreationResult) => {
    results = results.map((result) => (result.address === next.address ? next : result))
    show(results)
  }
  const limit = pLimit(maxConcurrent)
  await Promise.all(
    items.map((item) =>
      limit(async () => {
        set(meanwhile(item))
        set({ address: item.address, ...(await work(item)) })
      }),
    ),
  )
  return results
}
