import type { RouteObject } from 'react-router'
import { shellRouteId } from '../api/scope.ts'
import { accountRoutes, ownAccountRoute } from '../features/accounts/routes.ts'
import { alertRoutes } from '../features/alerts/routes.ts'
import { authorizeRoute } from '../features/applications/routes.ts'
import { cacheRoute } from '../features/cache/routes.ts'
import { activityRoute, changeRoutes } from '../features/changes/routes.ts'
import { NotFound } from '../features/errors/not-found.tsx'
import { pageError } from '../features/errors/page-error.tsx'
import { WrongRolePage } from '../features/errors/wrong-role.tsx'
import { fleetRoute } from '../features/fleet/routes.ts'
import { incidentRoutes } from '../features/incidents/routes.ts'
import { monitorRoutes, siteMonitorsRoute, testRoutes } from '../features/monitors/routes.ts'
import { optimizerRoute } from '../features/optimizer/routes.ts'
import { keyRoutes } from '../features/keys/routes.ts'
import { peopleRoutes } from '../features/people/routes.ts'
import { sampleRoutes, siteSamplesRoute } from '../features/samples/routes.ts'
import { securityRoute } from '../features/security/routes.ts'
import { serviceIpsRoute } from '../features/service-ips/routes.ts'
import { settingsRoute } from '../features/settings/routes.ts'
import { choosePasswordRoute, signInRoutes } from '../features/sign-in/routes.ts'
import { siteListRoute, siteRoutes } from '../features/sites/routes.ts'
import { trafficRoute } from '../features/traffic/routes.ts'
import { lazyWithRetry } from '../kit/navigation/lazy-with-retry.ts'
import { partnersOnly, requireSession, shellLoader, toActivity, toOverview, toSites, usersOnly } from './access.ts'
import { RootError, StartingUp } from './root.tsx'
import { Shell } from './shell/Shell.tsx'

const sitePages = siteRoutes([
  optimizerRoute,
  trafficRoute,
  cacheRoute,
  settingsRoute,
  siteMonitorsRoute,
  siteSamplesRoute,
  // the service links to these results, which are now on the overview
  { path: 'results', loader: toOverview },
])

/** What partners see below an account, and account holders at the top. */
const ofAccount: RouteObject[] = [
  { path: 'monitors', children: monitorRoutes },
  { path: 'tests', children: testRoutes },
  { path: 'samples', children: sampleRoutes },
  { path: 'incidents', children: incidentRoutes },
  ...changeRoutes,
  // what it was called before
  { path: 'changes', loader: toActivity },
]

/** Every page. Its module exports `loader`, `Component` and `ErrorBoundary`; `paths.ts` builds its address. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RootError,
    HydrateFallback: StartingUp,
    children: [
      { path: '/gallery', lazy: lazyWithRetry(() => import('./gallery/gallery.tsx')) },
      ...signInRoutes,
      { middleware: [requireSession], children: [choosePasswordRoute, authorizeRoute] },
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
              fleetRoute,
              {
                path: '/accounts',
                loader: partnersOnly,
                ErrorBoundary: WrongRolePage,
                children: accountRoutes([
                  { path: 'sites', children: [{ index: true, loader: toSites }, ...sitePages] },
                  ...ofAccount,
                  activityRoute,
                  { path: 'alerts', children: alertRoutes },
                  { path: 'people', children: peopleRoutes },
                  { path: 'keys', children: keyRoutes },
                ]),
              },
              { path: '/alerts', children: alertRoutes },
              { path: '/people', children: peopleRoutes },
              { path: '/keys', children: keyRoutes },
              activityRoute,
              securityRoute,
              {
                loader: usersOnly,
                ErrorBoundary: WrongRolePage,
                children: [
                  { path: '/sites', children: [siteListRoute, ...sitePages] },
                  ...ofAccount,
                  ownAccountRoute,
                  serviceIpsRoute,
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
