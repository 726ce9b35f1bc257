import type { Location } from 'react-router'
import { createStore } from '../../lib/create-store.ts'

/** The address of the page that is being loaded, if any. */
export const nextPage = createStore<Location | null>(null)

/** The address that was loaded last. The page shows it a moment later. */
export const loadedPage = createStore<Location | null>(null)
