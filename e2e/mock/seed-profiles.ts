import { v7 as uuid } from 'uuid'
import type { Site } from '../../src/service/database/index.ts'

/** One profile for each site. The main one gets a second, and settings with rules and undocumented fields. */
export function profileRows(site: Site, isMain: boolean) {
  const profile = (name: string, isDefault: 0 | 1, settings: object | null) => ({
    id: uuid(),
    site_id: site.id,
    name,
    default: isDefault,
    settings: settings && JSON.stringify(settings),
    created_at: site.created_at + (isDefault ? 0 : 20 * 24 * 3600_000),
  })
  const general = profile('General', 1, isMain ? manyRules : null)
  return isMain ? [general, profile('Campaign', 0, null)] : [general]
}

const manyRules = {
  defaultActions: {
    filters: [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/checkout' }] }],
    resourceActions: {
      cache: [{ _id: 'cache-as-headers-allow', enabled: true, filters: [] }],
      htmlCache: [
        {
          _id: 'pages',
          enabled: true,
          filters: [
            { direction: 1, match: [{ name: 'URI', operator: 'REGEX', condition: '^/(bikes|parts)(/|$)' }] },
            { direction: 0, match: [{ name: 'Cookie', operator: 'CONTAIN', condition: 'preview=' }] },
          ],
          maxAge: 600,
          sessionCookies: ['session', 'basket*'],
        },
      ],
    },
    documentActions: {
      compression: [{ _id: 'compress-text', enabled: true, filters: [] }],
      images: [{ _id: 'images', enabled: false, filters: [] }],
      inlineCriticalCss: [{ _id: 'inline-css', enabled: true, filters: [], limitKb: 14 }],
    },
  },
  resourceRules: [
    {
      _id: 'images',
      name: 'Product images',
      enabled: true,
      filters: [{ direction: 1, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/media/' }] }],
      actions: { images: true },
    },
  ],
  documentRules: [
    {
      _id: 'checkout',
      name: 'Checkout is never kept',
      enabled: true,
      filters: [{ direction: 1, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/checkout' }] }],
      actions: { cache: false },
    },
    {
      _id: 'sale',
      name: 'Autumn sale',
      enabled: false,
      filters: [],
      actions: { htmlCache: { maxAge: 60 } },
      until: '2026-10-31',
    },
  ],
  schemaVersion: 12,
  experiments: { earlyHints: true, speculation: null },
}
