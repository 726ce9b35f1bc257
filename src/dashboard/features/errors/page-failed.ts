import { createStore } from '../../lib/create-store.ts'

/** Whether an error stands where the page would be. */
export const pageFailed = createStore(false)
