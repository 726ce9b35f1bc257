import type { Scope } from '../../api/scope.ts'
import { paths } from '../../paths.ts'

export interface SiteTab {
  readonly label: string
  readonly to: string
}

/** A site's pages, the overview first. */
export function siteTabs(scope: Scope, siteId: string): readonly SiteTab[] {
  return [
    { label: 'Overview', to: paths.site(scope, siteId) },
    { label: 'Optimizer', to: paths.optimizer(scope, siteId) },
    { label: 'Traffic', to: paths.traffic(scope, siteId) },
    { label: 'Monitors', to: paths.siteMonitors(scope, siteId) },
    { label: 'Samples', to: paths.siteSamples(scope, siteId) },
    { label: 'Cache', to: paths.cache(scope, siteId) },
    { label: 'Settings', to: paths.settings(scope, siteId) },
  ]
}
