import type { RouteObject } from 'react-router'
import { shellRouteId } from '../api/scope.ts'
import { toOverview, toSites, partnersOnly, requireSession, shellLoader, usersOnly } from './access.ts'
import { lazyWithRetry } from '../kit/navigation/lazy-with-retry.ts'
import { NotFound } from '../features/errors/not-found.tsx'
import { pageError } from '../features/errors/page-error.tsx'
import { RootError, StartingUp } from './root.tsx'
import { WrongRolePage } from '../features/errors/wrong-role.tsx'
import { Shell } from './shell/Shell.tsx'

/** A site's pages, under a partner's account and under an account holder's sites. */
const sitePages: RouteObject[] = [
  { path: 'new', lazy: lazyWithRetry(() => import('../features/sites/new-site.tsx')) },
  { path: ':siteId/host', lazy: lazyWithRetry(() => import('../features/sites/site/change-host.tsx')) },
  { path: ':siteId/server', lazy: lazyWithRetry(() => import('../features/sites/site/change-server.tsx')) },
  { path: ':siteId/delete', lazy: lazyWithRetry(() => import('../features/sites/site/delete-site.tsx')) },
  {
    path: ':siteId',
    lazy: lazyWithRetry(() => import('../features/sites/site/layout.tsx')),
    children: [
      { index: true, lazy: lazyWithRetry(() => import('../features/sites/site/overview.tsx')) },
      { path: 'optimizer', lazy: lazyWithRetry(() => import('../features/optimizer/optimizer.tsx')) },
      { path: 'traffic', lazy: lazyWithRetry(() => import('../features/traffic/traffic.tsx')) },
      { path: 'cache', lazy: lazyWithRetry(() => import('../features/cache/cache.tsx')) },
      { path: 'settings', lazy: lazyWithRetry(() => import('../features/settings/settings.tsx')) },
      { path: 'monitors', lazy: lazyWithRetry(() => import('../features/monitors/site-monitors.tsx')) },
      { path: 'samples', lazy: lazyWithRetry(() => import('../features/samples/site-samples.tsx')) },
      // the service links to these results, which are now on the overview
      { path: 'results', loader: toOverview },
    ],
  },
]

/** Monitors and tests, for partners and account holders. */
const monitorPages: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('../features/monitors/monitors.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('../features/monitors/new-monitor.tsx')) },
  { path: ':monitorId', lazy: lazyWithRetry(() => import('../features/monitors/monitor/monitor.tsx')) },
  { path: ':monitorId/edit', lazy: lazyWithRetry(() => import('../features/monitors/monitor/edit.tsx')) },
]
const testPages: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('../features/monitors/tests/tests.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('../features/monitors/tests/new-test.tsx')) },
  { path: ':testId', lazy: lazyWithRetry(() => import('../features/monitors/tests/test.tsx')) },
]

/** What has been wrong, for partners and account holders. */
const incidentPages: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('../features/incidents/incidents.tsx')) },
  { path: ':incidentId', lazy: lazyWithRetry(() => import('../features/incidents/incident/incident.tsx')) },
]

/** Samples, for partners and account holders. */
const samplePages: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('../features/samples/samples.tsx')) },
  { path: 'compare', lazy: lazyWithRetry(() => import('../features/samples/compare/compare.tsx')) },
  { path: ':sampleId', lazy: lazyWithRetry(() => import('../features/samples/sample/sample.tsx')) },
]

/** Alert rules: those of an account, or a partner's for all its accounts. */
const alertPages: RouteObject[] = [
  { index: true, lazy: lazyWithRetry(() => import('../features/alerts/alerts.tsx')) },
  { path: 'new', lazy: lazyWithRetry(() => import('../features/alerts/new-rule.tsx')) },
  { path: ':ruleId', lazy: lazyWithRetry(() => import('../features/alerts/rule.tsx')) },
]

/** Every page. Its module exports `loader`, `Component` and `ErrorBoundary`; `paths.ts` builds its address. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RootError,
    HydrateFallback: StartingUp,
    children: [
      { path: '/gallery', lazy: lazyWithRetry(() => import('./gallery/gallery.tsx')) },
      { path: '/sign-in', lazy: lazyWithRetry(() => import('../features/sign-in/sign-in.tsx')) },
      {
        id: shellRouteId,
        middleware: [requireSession],
        loader: shellLoader,
        Component: Shell,
        children: [
          {
            // keeps the shell when a page doesn't catch an error
            ErrorBoundary: pageError({}),
            children: [
              { path: '/', lazy: lazyWithRetry(() => import('../features/fleet/fleet.tsx')) },
              {
                path: '/accounts',
                loader: partnersOnly,
                ErrorBoundary: WrongRolePage,
                children: [
                  { index: true, lazy: lazyWithRetry(() => import('../features/accounts/accounts.tsx')) },
                  { path: 'new', lazy: lazyWithRetry(() => import('../features/accounts/new-account.tsx')) },
                  {
                    path: ':accountId',
                    lazy: lazyWithRetry(() => import('../features/accounts/account/layout.tsx')),
                    children: [
                      { index: true, lazy: lazyWithRetry(() => import('../features/accounts/account/sites.tsx')) },
                      {
                        path: 'account',
                        children: [
                          {
                            index: true,
                            lazy: lazyWithRetry(() => import('../features/accounts/account/details.tsx')),
                          },
                          {
                            path: 'email',
                            lazy: lazyWithRetry(() => import('../features/accounts/account/change-email.tsx')),
                          },
                          {
                            path: 'delete',
                            lazy: lazyWithRetry(() => import('../features/accounts/account/delete-account.tsx')),
                          },
                        ],
                      },
                      { path: 'sites', children: [{ index: true, loader: toSites }, ...sitePages] },
                      { path: 'monitors', children: monitorPages },
                      { path: 'tests', children: testPages },
                      { path: 'samples', children: samplePages },
                      { path: 'changes', lazy: lazyWithRetry(() => import('../features/changes/changes.tsx')) },
                      { path: 'alerts', children: alertPages },
                      { path: 'incidents', children: incidentPages },
                    ],
                  },
                ],
              },
              {
                path: '/sites',
                loader: usersOnly,
                ErrorBoundary: WrongRolePage,
                children: [
                  { index: true, lazy: lazyWithRetry(() => import('../features/sites/sites.tsx')) },
                  ...sitePages,
                ],
              },
              { path: '/monitors', loader: usersOnly, ErrorBoundary: WrongRolePage, children: monitorPages },
              { path: '/tests', loader: usersOnly, ErrorBoundary: WrongRolePage, children: testPages },
              { path: '/samples', loader: usersOnly, ErrorBoundary: WrongRolePage, children: samplePages },
              { path: '/alerts', children: alertPages },
              { path: '/incidents', loader: usersOnly, ErrorBoundary: WrongRolePage, children: incidentPages },
              {
                loader: usersOnly,
                ErrorBoundary: WrongRolePage,
                children: [
                  { path: '/account', lazy: lazyWithRetry(() => import('../features/accounts/own/account.tsx')) },
                  { path: '/changes', lazy: lazyWithRetry(() => import('../features/changes/changes.tsx')) },
                  {
                    path: '/service-ips',
                    lazy: lazyWithRetry(() => import('../features/service-ips/service-ips.tsx')),
                  },
                ],
              },
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
]
