import type * as z from 'zod/mini'
import type { settingsRecord } from '../../contract/index.ts'

export type SiteSettings = z.output<typeof settingsRecord>

/**
 * The rules by which the edge keeps and compresses, where a profile has none of its own: whatever RFC 9111 lets a
 * shared cache keep, pages included, and nothing more. An action without filters holds for every resource.
 */
export const defaultSettings: SiteSettings = {
  defaultActions: {
    documentActions: {
      cache: [{ _id: 'cache-as-headers-allow', enabled: true, filters: [] }],
      compress: [{ _id: 'compress-text', enabled: true, filters: [] }],
    },
  },
  resourceRules: [],
  documentRules: [],
}
