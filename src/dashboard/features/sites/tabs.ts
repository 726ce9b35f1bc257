import type { Scope } from '../../api/scope.ts'
import { paths } from '../../paths.ts'

export interface SiteTab {
  readonly label: string
  readonly to: string
  /** Pages below it, the first of which it is itself. */
  readonly parts?: readonly SiteTab[]
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
    { label: 'Settings', to: paths.settings(scope, siteId), parts: settingsPages(scope, siteId) },
  ]
}

/** The parts of a site's settings. */
export function settingsPages(scope: Scope, siteId: string) {
  return [
    { label: 'Optimization', to: paths.settings(scope, siteId) },
    { label: 'Exceptions and rules', to: paths.settingsExceptions(scope, siteId) },
    { label: 'Advanced', to: paths.settingsAdvanced(scope, siteId) },
  ] as const
}

/** The tab that a page belongs to, and what the page is called: that of a part names its tab after it. */
export function tabAt(tabs: readonly SiteTab[], pathname: string): { tab: SiteTab; title: string } | undefined {
  for (const tab of tabs) {
    const part = tab.parts?.find(({ to }) => to === pathname)
    if (tab.to === pathname) return { tab, title: tab.label }
    if (part) return { tab, title: `${part.label} · ${tab.label}` }
  }
  return undefined
}
