import { createBrowserRouter, type RouteObject } from 'react-router'
import { followAddress } from './use-address.ts'

export type Router = ReturnType<typeof createBrowserRouter>

export function createRouter(routes: RouteObject[]): Router {
  const router = createBrowserRouter(routes)
  followAddress(router)
  return router
}
