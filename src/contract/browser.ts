import * as z from 'zod/mini'
import { text } from './fields.ts'

/** A browser that opens pages, as a request names it. */
export const browser = z.object({ name: text(100), version: text(100) })
export type Browser = z.output<typeof browser>

/** The same in a reply. */
export const browserRecord = z.looseObject({ name: z.string(), version: z.string() })
