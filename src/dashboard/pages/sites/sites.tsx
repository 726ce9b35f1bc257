import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { load } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteList } from '../../api/sites.ts'
import { DataAge } from '../../components/DataAge.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { Toolbar } from '../../components/Toolbar.tsx'
import { paths } from '../../paths.ts'
import { pageError } from '../page-error.tsx'
import { NoSites, SitesTable } from './SitesTable.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(siteList(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Sites' })

export function Component() {
  const scope = useScope()
  const query = siteList(scope)
  const { sites } = useSuspenseQuery(query).data
  const [params, setParams] = useSearchParams()
  const searched = params.get('search_term') ?? ''
  // the service lists a user's sites whole, so the search is ours
  const shown = sites.filter((site) => site.host.toLowerCase().includes(searched.toLowerCase()))
  const search = (term: string) => setParams(term ? { search_term: term } : {}, { replace: true })
  return (
    <>
      <PageHeader
        title="Sites"
        count={sites.length}
        actions={
          <Button component={Link} to={paths.newSite(scope)}>
            Add site
          </Button>
        }
      />
      <Toolbar>
        <SearchField label="Search hosts" value={searched} onSearch={search} />
        <DataAge of={[query]} />
      </Toolbar>
      {sites.length === 0 ? (
        <NoSites scope={scope} />
      ) : shown.length > 0 ? (
        <SitesTable sites={shown} scope={scope} />
      ) : (
        <EmptyState
          title={`No site matches “${searched}”.`}
          action={
            <Button variant="default" onClick={() => search('')}>
              Show all sites
            </Button>
          }
        >
          Hosts are searched for this text.
        </EmptyState>
      )}
    </>
  )
}
