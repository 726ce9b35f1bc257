import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import type { WholeSample } from '../../../../contract/index.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { load, queryClient } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { CopyValue } from '../../../kit/values/CopyValue.tsx'
import { DataTable } from '../../../kit/tables/DataTable.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { RecordView } from '../../../kit/values/RecordView.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { maxCompared, compareTray, useCompared } from '../explorer/compare-tray.ts'
import { writeState } from '../explorer-state.ts'
import { otherFields } from '../explorer/other-fields.ts'
import { sourceName, sourceOf, useSources, type Source } from '../explorer/sources.ts'
import { Conditions } from './Conditions.tsx'
import { goneWords } from './deletion.ts'
import { EarlierSamples } from './EarlierSamples.tsx'
import { Issues } from './Issues.tsx'
import { Requests } from './Requests.tsx'
import { neighboursOf, sampleOf, screenshotsOf } from '../sample-data.ts'
import { AllMetrics, KeyMetrics } from './SampleMetrics.tsx'
import { SampleBand } from './SampleBand.tsx'
import { Throttling } from './Throttling.tsx'
import classes from './sample.module.css'

export async function loader({ params }: LoaderFunctionArgs): Promise<null> {
  const scope = scopeOf(params)
  const id = params['sampleId'] ?? ''
  await Promise.all([loadWithSource(scope, id), loadWithin(screenshotsOf(scope, id))])
  return null
}

/** The sample, and the monitor or test whose limits its verdict goes by. */
async function loadWithSource(scope: Scope, id: string): Promise<void> {
  const query = sampleOf(scope, id)
  await load(query)
  const source = queryClient.getQueryData<WholeSample>(query.queryKey)?.profile_id
  if (source !== undefined) await loadWithin(sourceOf(scope, source))
}

export const ErrorBoundary = pageError({
  title: 'Sample',
  about: 'sample',
})

/** Everything about a sample. */
function SamplePage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const { sampleId = '' } = useParams()
  const { data: sample } = useSuspenseQuery(sampleOf(scope, sampleId))
  const sourceId = sample.profile_id
  const sources = useSources(scope, sourceId === undefined ? [] : [sourceId])
  const name = sourceId === undefined ? undefined : sourceName(sources.get(sourceId), sourceId)
  const { limits, type, constants } = sources.get(sourceId ?? '')?.record ?? {}
  const gone = goneWords(sample)
  const others = otherFields(sample)
  return (
    <>
      <PageHeader
        title={addressOf(sample.requests?.[0]?.url ?? constants?.url) ?? name ?? `Sample ${sampleId}`}
        beside={<span className={classes.taken}>{sample.taken_at && <Time at={sample.taken_at} />}</span>}
        documentTitle={`Sample${name ? ` · ${name}` : ''}`}
        crumbs={[
          ...listCrumbs,
          { label: 'Samples', to: paths.samples(scope) },
          ...(sourceId === undefined
            ? []
            : [
                {
                  label: name ?? sourceId,
                  to: paths.samples(
                    scope,
                    writeState(new URLSearchParams(), { sources: [{ id: sourceId, locations: [] }] }),
                  ),
                },
              ]),
        ]}
        actions={
          <Actions
            scope={scope}
            sample={sample}
            id={sampleId}
            source={sourceId === undefined ? undefined : sources.get(sourceId)}
          />
        }
      >
        <ul className={classes.chips} aria-label="Conditions">
          <Conditions sample={sample} limits={limits} />
          {sourceId !== undefined && (
            <li>
              {sourceLabels[sources.get(sourceId)?.kind ?? 'unknown']}:{' '}
              <SourceLink scope={scope} source={sources.get(sourceId)} name={name ?? sourceId} />
            </li>
          )}
          <li>
            <CopyValue value={sampleId} what="sample ID" short />
          </li>
        </ul>
        <EarlierSamples scope={scope} sample={sample} id={sampleId} />
      </PageHeader>
      <PageBody>
        <SampleBand scope={scope} sample={sample} limits={limits} />
        {sample.metrics && Object.keys(sample.metrics).length > 0 && (
          <KeyMetrics sample={sample} metrics={sample.metrics} limits={limits} />
        )}
        <Issues sample={sample} limits={limits} />
        {(sample.requests ?? gone) && <Requests scope={scope} sample={sample} sourceType={type} />}
        {gone === undefined && <Throttling applied={sample.applied} />}
        {sample.headers && sample.headers.length > 0 && (
          <Panel bare title="Response headers">
            <DataTable
              label="Response headers of the page"
              // a header may occur more than once
              rows={sample.headers.map(({ name: header, value }, i) => ({ header, value, key: `${i} ${header}` }))}
              rowKey={({ key }) => key}
              columns={[
                { id: 'name', header: 'Header', cell: ({ header }) => <code>{header}</code> },
                { id: 'value', header: 'Value', grows: true, cell: ({ value }) => <code>{value}</code> },
              ]}
            />
          </Panel>
        )}
        {sample.metrics && Object.keys(sample.metrics).length > 0 && (
          <AllMetrics sample={sample} metrics={sample.metrics} limits={limits} type={type} />
        )}
        {others !== undefined && (
          <Panel title="Other fields">
            <p>The service also reports these fields, which this dashboard doesn’t recognize.</p>
            <RecordView value={others} what="other fields" />
          </Panel>
        )}
      </PageBody>
    </>
  )
}

export { SamplePage as Component }

/** More characters of an address don't fit in a heading. */
const longestAddress = 80

/** A page's address as a heading: without its protocol, nor the path of a home page. */
function addressOf(url: string | undefined): string | undefined {
  const parsed = url === undefined ? null : URL.parse(url)
  if (!parsed) return url
  const path = `${parsed.pathname}${parsed.search}`
  const address = `${parsed.host}${path === '/' ? '' : path}`
  return address.length > longestAddress ? `${address.slice(0, longestAddress)}…` : address
}

interface ActionsProps {
  scope: Scope
  sample: WholeSample
  id: string
  source: Source | undefined
}

function Actions({ scope, sample, id, source }: ActionsProps) {
  const neighbours = useQuery({ ...neighboursOf(scope, sample), staleTime: 60_000 })
  const compared = useCompared(scope)
  const isIn = compared.includes(id)
  const compare = () => {
    if (isIn) compareTray.remove(scope, id)
    else if (compareTray.add(scope, id)) toast(`Added to comparison (${compared.length + 1} of ${maxCompared})`)
  }
  return (
    <>
      <Neighbour
        scope={scope}
        id={neighbours.data?.before}
        label="‹ Previous"
        none="No earlier sample"
        busy={neighbours.isPending}
      />
      <Neighbour
        scope={scope}
        id={neighbours.data?.next}
        label="Next ›"
        none="No later sample"
        busy={neighbours.isPending}
      />
      <ReasonButton
        variant="default"
        onClick={compare}
        disabledReason={
          !isIn && compared.length >= maxCompared ? `You’re already comparing ${maxCompared} samples.` : undefined
        }
      >
        {isIn ? 'Remove from comparison' : 'Add to comparison'}
      </ReasonButton>
      {source && (
        <LinkButton variant="default" to={againAsTest(scope, source)}>
          Run as test
        </LinkButton>
      )}
      {compared.length > 0 && (
        <Button variant="default" component={Link} to={paths.compareSamples(scope, compared)}>
          Compare {compared.length}
        </Button>
      )}
    </>
  )
}

function againAsTest(scope: Scope, { id, kind }: Source): string {
  return paths.newTest(scope, kind === 'test' ? { from: id, of: 'test' } : { from: id })
}

const sourceLabels = { monitor: 'Monitor', test: 'Test', unknown: 'Source' } as const

/** A link to the sample's source, or just its name until its kind is known. */
function SourceLink({ scope, source, name }: { scope: Scope; source: Source | undefined; name: string }) {
  if (!source) return <>{name}</>
  const { id, kind } = source
  return <Link to={kind === 'test' ? paths.test(scope, id) : paths.monitor(scope, id)}>{name}</Link>
}

function Neighbour({
  scope,
  id,
  label,
  none,
  busy,
}: {
  scope: Scope
  id: string | undefined
  label: string
  none: string
  busy: boolean
}) {
  if (id === undefined)
    return (
      <ReasonButton variant="default" onClick={() => {}} disabledReason={busy ? 'Loading' : none}>
        {label}
      </ReasonButton>
    )
  return (
    <Button variant="default" component={Link} to={paths.sample(scope, id)}>
      {label}
    </Button>
  )
}
