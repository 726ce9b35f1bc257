import type { Location } from 'react-router'
import { createStore } from '../lib/create-store.ts'

/** The address of the page that is being loaded, if any. */
export const nextPage = createStore<Location | null>(null)
