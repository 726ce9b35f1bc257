import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { capabilitiesOf, recordOf, type Kind } from '../reads.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { load, queryClient, type Query } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { paths } from '../../../paths.ts'
import type { Monitor } from '../../../../contract/index.ts'
import { siteList, type ListedSite } from '../../sites/reads.ts'
import { SpecForm } from './SpecForm.tsx'
import { draftFrom, emptyDraft } from './draft.ts'

/** The monitor or test to copy, as the address names it. */
function templateIn(params: URLSearchParams): { kind: Kind; id: string } | null {
  const id = params.get('from')
  if (!id) return null
  return { kind: params.get('of') === 'test' ? 'test' : 'monitor', id }
}

/** Loads the choices that the form offers, the record to copy, and the sites. */
export async function loadNewPage({ request, params }: LoaderFunctionArgs): Promise<null> {
  const scope = scopeOf(params)
  const template = templateIn(new URL(request.url).searchParams)
  await Promise.all([load(capabilitiesOf(scope), templateQuery(scope, template)), loadWithin(siteList(scope))])
  return null
}

/** Of an address that a link suggests, characters. */
const maxAddress = 2000

const none: Query<Monitor | null> = { queryKey: ['no template', {}], queryFn: () => Promise.resolve(null) }

function templateQuery(scope: Scope, template: ReturnType<typeof templateIn>): Query<Monitor | null> {
  return template ? recordOf(scope, template.kind, template.id) : none
}

/** The home pages of the account's sites, as far as they are known when the form opens. */
function homePagesOf(scope: Scope): readonly string[] {
  const sites =
    queryClient.getQueryData<{ readonly sites: readonly ListedSite[] }>(siteList(scope).queryKey)?.sites ?? []
  return sites.filter(({ optimizer }) => optimizer !== null).map(({ host }) => `https://${host}/`)
}

/** Which secrets of the record have to be entered again. */
function notCopied({ constants }: Monitor): string {
  const password = Boolean(constants?.auth)
  const headers = (constants?.http_headers ?? []).some(({ value }) => value === null)
  if (password && headers) return ' A password and secret header values aren’t copied; enter them again.'
  if (headers) return ' Secret header values aren’t copied; enter them again.'
  return password ? ' A password isn’t copied; enter it again.' : ''
}

/** The page that creates a monitor or a test. */
export function NewPage({ kind }: { kind: Kind }) {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const [params] = useSearchParams()
  const template = templateIn(params)
  const { data: offer } = useSuspenseQuery(capabilitiesOf(scope))
  const { data: record } = useSuspenseQuery(templateQuery(scope, template))
  const [homePages] = useState(() => homePagesOf(scope))
  const [only = '', ...others] = homePages
  const address = (params.get('address') ?? (others.length > 0 ? '' : only)).slice(0, maxAddress)
  const initial =
    template && record ? draftFrom(record, kind, template.kind === kind) : { ...emptyDraft(kind), addresses: address }
  const place = scope.kind === 'account' ? scope.account : scope.user
  return (
    <>
      <PageHeader
        title={kind === 'monitor' ? 'New monitor' : 'New test'}
        crumbs={[
          ...listCrumbs,
          kind === 'monitor'
            ? { label: 'Monitors', to: paths.monitors(scope) }
            : { label: 'Tests', to: paths.tests(scope) },
        ]}
      >
        {template && record && (
          <p>
            Copied from {record.name ?? template.id}.{notCopied(record)}
          </p>
        )}
      </PageHeader>
      <PageBody>
        <SpecForm
          key={template?.id ?? address}
          kind={kind}
          scope={scope}
          offer={offer}
          initial={initial}
          example={address || only || 'https://www.example.com/'}
          name={`${kind}.${place}.${template?.id ?? address}`}
        />
      </PageBody>
    </>
  )
}
