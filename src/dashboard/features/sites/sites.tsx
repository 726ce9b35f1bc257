import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs } from 'react-router'
import { openIncidents } from '../incidents/reads.ts'
import { loadWithin } from '../../api/load-within.ts'
import { load, prefetch } from '../../api/queries.ts'
import { rulesOf } from '../alerts/reads.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { figuresOf, siteList } from './reads.ts'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { pageError } from '../errors/page-error.tsx'
import { AccountTiles } from './AccountTiles.tsx'
import { SiteList } from './SiteList.tsx'
import { WorstIncident } from './WorstIncident.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  prefetch(openIncidents(scope))
  await Promise.all([load(siteList(scope)), loadWithin(rulesOf(scope), figuresOf(scope))])
  return null
}

export const ErrorBoundary = pageError({ title: 'Sites' })

function SitesPage() {
  const scope = useScope()
  const query = siteList(scope)
  const { sites } = useSuspenseQuery(query).data
  return (
    <SiteList
      scope={scope}
      sites={sites}
      of={[query]}
      header={(count) => (
        <>
          <PageHeader title="Sites" count={count} add={{ label: 'Add site', to: paths.newSite(scope) }} />
          {sites.length > 0 && <AccountTiles scope={scope} />}
          <WorstIncident scope={scope} />
        </>
      )}
    />
  )
}

export { SitesPage as Component }
