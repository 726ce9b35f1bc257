import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { load, prefetch } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Toolbar } from '../../../kit/layout/Toolbar.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { ExternalLink } from '../../../kit/values/ExternalLink.tsx'
import { LoadingLines } from '../../../kit/values/LoadingLines.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { paths } from '../../../paths.ts'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { pageError } from '../../errors/page-error.tsx'
import { monitorsOf } from '../../sites/key-page.ts'
import { siteList } from '../../sites/reads.ts'
import { eventOf, type Event } from '../reads.ts'
import { releaseUrl, subjectOf, whatHappened, whoDid } from '../words.ts'
import { SinceThen } from './SinceThen.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  prefetch(siteList(scope), monitorsOf(scope))
  return load(eventOf(scope, params['eventId'] ?? ''))
}

export const ErrorBoundary = pageError({ title: 'Change', about: 'change' })

/** A change, and how fast the site's home page was before it and since. */
function ChangePage() {
  const scope = useScope()
  const { eventId = '' } = useParams()
  const { data: event } = useSuspenseQuery(eventOf(scope, eventId))
  const [params, setParams] = useAddress()
  const list = useQuery(siteList(scope))
  const crumbs = [...useListCrumbs(scope), { label: 'Activity', to: paths.activity(scope) }]
  const sites = list.data?.sites ?? []
  const asked = event.site_id ?? params.get('site')
  const site = sites.find(({ id }) => id === asked) ?? (event.site_id ? undefined : sites[0])
  const at = Date.parse(event.at ?? '')
  return (
    <>
      <PageHeader title={whatHappened(event)} crumbs={crumbs}>
        <Facts scope={scope} event={event} isThere={site !== undefined} />
      </PageHeader>
      <PageBody>
        {!event.site_id && sites.length > 1 && (
          <Toolbar>
            <Choice
              label="Site"
              snug
              value={site?.id ?? ''}
              options={sites.map(({ id, host }) => ({ value: id, label: host }))}
              onChange={(id) => setParams(withParam('site', id), { replace: true, preventScrollReset: true })}
            />
          </Toolbar>
        )}
        {site && !Number.isNaN(at) ? (
          <SinceThen key={site.id} scope={scope} event={event} at={at} site={site} />
        ) : (
          <Panel title="Since then">
            {list.error ? (
              <ErrorState error={list.error} title="Couldn’t load the sites." onRetry={() => void list.refetch()} />
            ) : list.data ? (
              <p>{event.site_id ? 'The site was deleted.' : 'The account has no sites.'}</p>
            ) : (
              <LoadingLines />
            )}
          </Panel>
        )}
      </PageBody>
    </>
  )
}

export { ChangePage as Component }

/** When, where and by whom, and where to read more. */
function Facts({ scope, event, isThere }: { scope: Scope; event: Event; isThere: boolean }) {
  const name = subjectOf(event)
  const url = releaseUrl(event)
  return (
    <p>
      <Time at={event.at ?? null} />
      {name !== undefined && (
        <>
          {' · '}
          {event.site_id && isThere ? (
            <Link to={paths.site(scope, event.site_id)}>
              <Breakable text={name} />
            </Link>
          ) : (
            <Breakable text={name} />
          )}
        </>
      )}
      {` · ${whoDid(event)}`}
      {url !== undefined && (
        <>
          {' · '}
          <ExternalLink href={url}>{URL.parse(url)?.host ?? url}</ExternalLink>
        </>
      )}
    </p>
  )
}
