import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { keyPageOf } from '../sites/key-page.ts'
import { load, prefetch, queryClient } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteList } from '../sites/reads.ts'
import { pageError } from '../errors/page-error.tsx'
import { Explorer } from './explorer/Explorer.tsx'
import { monitorList, testList } from './explorer/sources.ts'

export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  const scope = scopeOf(params)
  prefetch(testList(scope))
  // the explorer can do without the sites, but would open on another page until they are there
  await Promise.all([load(monitorList(scope)), queryClient.prefetchQuery({ ...siteList(scope), retry: false })])
  return null
}

export const ErrorBoundary = pageError({ title: 'Samples' })

function SamplesPage() {
  const scope = useScope()
  const { rows } = useSuspenseQuery(monitorList(scope)).data
  const site = useQuery(siteList(scope)).data?.sites[0]
  const home = site && keyPageOf(rows, site)
  // by default, the first site's home page or else the first monitor with a result
  const first = home?.last_sample
    ? home
    : (rows.find(({ id, last_sample }) => id && last_sample) ?? rows.find(({ id }) => id))
  return <Explorer scope={scope} title="Samples" defaultSources={first?.id ? [{ id: first.id, locations: [] }] : []} />
}

export { SamplesPage as Component }
