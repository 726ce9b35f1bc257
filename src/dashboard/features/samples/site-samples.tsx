import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { keyPageOf, monitorsNamed, monitorsOf } from '../sites/key-page.ts'
import { load } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { pageError } from '../errors/page-error.tsx'
import { Explorer } from './explorer/Explorer.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(monitorsOf(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Samples' })

/** The sample explorer, with the site's key page selected. */
function SiteSamplesPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const { data: first } = useSuspenseQuery(monitorsOf(scope))
  const onFirst = keyPageOf(first.rows, site)
  const named = useQuery({ ...monitorsNamed(scope, site.host), enabled: !onFirst && (first.total_pages ?? 1) > 1 })
  const keyPage = onFirst ?? (named.data && keyPageOf(named.data.rows, site))
  if (named.isLoading) return <p role="status">Looking for the site’s monitor…</p>
  return <Explorer scope={scope} defaultSources={keyPage?.id ? [{ id: keyPage.id, locations: [] }] : []} />
}

export { SiteSamplesPage as Component }
