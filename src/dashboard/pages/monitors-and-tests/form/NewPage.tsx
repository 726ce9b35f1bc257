import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { capabilitiesOf, recordOf, type Kind } from '../../../api/monitors.ts'
import { load, type Query } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { paths } from '../../../paths.ts'
import type { Monitor } from '../../../../contract/index.ts'
import { SpecForm } from './SpecForm.tsx'
import { draftFrom, emptyDraft } from './draft.ts'

/** What a new monitor or test is made after: a record of either kind, named in the address. */
function modelIn(params: URLSearchParams): { kind: Kind; id: string } | null {
  const id = params.get('from')
  if (!id) return null
  return { kind: params.get('of') === 'test' ? 'test' : 'monitor', id }
}

/** Loads what the form offers, and what it is filled in like. */
export function loadNewPage({ request, params }: LoaderFunctionArgs): Promise<null> {
  const scope = scopeOf(params)
  const model = modelIn(new URL(request.url).searchParams)
  return load(capabilitiesOf(scope), modelOf(scope, model))
}

const none: Query<Monitor | null> = { queryKey: ['no model', {}], queryFn: () => Promise.resolve(null) }

function modelOf(scope: Scope, model: ReturnType<typeof modelIn>): Query<Monitor | null> {
  return model ? recordOf(scope, model.kind, model.id) : none
}

/** The page that creates a monitor or a test. */
export function NewPage({ kind }: { kind: Kind }) {
  const scope = useScope()
  const [params] = useSearchParams()
  const model = modelIn(params)
  const { data: offer } = useSuspenseQuery(capabilitiesOf(scope))
  const { data: record } = useSuspenseQuery(modelOf(scope, model))
  const initial = model && record ? draftFrom(record, kind, model.kind === kind) : emptyDraft(kind)
  const place = scope.kind === 'account' ? scope.account : scope.user
  return (
    <>
      <PageHeader
        title={kind === 'monitor' ? 'New monitor' : 'New test'}
        crumbs={[
          kind === 'monitor'
            ? { label: 'Monitors', to: paths.monitors(scope) }
            : { label: 'Tests', to: paths.tests(scope) },
        ]}
      >
        {model && record && (
          <p>Filled in like {record.name ?? model.id}. A password is never read back: type it anew.</p>
        )}
      </PageHeader>
      <SpecForm
        key={model?.id ?? ''}
        kind={kind}
        scope={scope}
        offer={offer}
        initial={initial}
        name={`${kind}.${place}.${model?.id ?? ''}`}
      />
    </>
  )
}
