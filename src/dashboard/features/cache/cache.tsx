import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { flushCache, joinWithAnd, listProfiles, proveFlush, type ReadOf } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { ApiError } from '../../../client/errors.ts'
import { load, prefetch, q } from '../../api/queries.ts'
import { scopeOf, useScope, useWho } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Columns } from '../../kit/layout/Columns.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { pageError } from '../errors/page-error.tsx'
import { HolderOnly } from '../sites/HolderOnly.tsx'
import classes from './cache.module.css'
import { CommandPanel } from './CommandPanel.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import type { PastPurge } from './history.ts'
import { LookupPanel } from './LookupPanel.tsx'
import { NodesPanel } from './NodesPanel.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import { sendProved } from './proof.ts'
import { addLines, changePurge, usePurge } from './purge-store.ts'
import { focusPurge, PurgePanel } from './PurgePanel.tsx'
import { groupOf, paramOf } from './purge-kinds.ts'
import { isAddressLine, placeOf } from './purge-rows.ts'
import { useHistory } from './use-history.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'

// not part of the first load
const ConfirmDialog = lazy(lazyWithRetry(() => import('../../kit/dialogs/ConfirmDialog.tsx')))
const PasteDialog = lazy(lazyWithRetry(() => import('./PasteDialog.tsx')))

const profilesOf = (siteId: string, user: string) =>
  q(listProfiles, { path: { site_id: siteId }, query: { user_id: user } })

const notFlushed = new ApiError({
  kind: 'failed',
  status: 200,
  sentence: 'The service reported that it didn’t flush the cache.',
})

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  if (scope.kind === 'user') prefetch(profilesOf(siteId, scope.user))
  return load(siteOf(scope, siteId))
}

export const ErrorBoundary = pageError({ title: 'Cache' })

function CachePage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  if (scope.kind === 'account') {
    return (
      <div className={classes.main}>
        <HolderOnly account={scope.account} action="flush or purge the cache" />
        <NodesPanel scope={scope} />
      </div>
    )
  }
  return <Cache key={siteId} siteId={siteId} user={scope.user} />
}

export { CachePage as Component }

function Cache({ siteId, user }: { siteId: string; user: string }) {
  const { baseUrl } = useWho()
  const { data: site } = useSuspenseQuery(siteOf({ kind: 'user', user }, siteId))
  const profiles = useQuery(profilesOf(siteId, user))
  const [params, setParams] = useAddress()
  const history = useHistory({ baseUrl, user, site: siteId })
  const purgeKey = JSON.stringify([baseUrl, user, siteId])
  const { purgedAt } = usePurge(purgeKey)
  const open = (dialog: 'flush' | 'paste' | null) =>
    setParams(withParam('dialog', dialog), { replace: dialog === null, preventScrollReset: true })
  const dialog = params.get('dialog')
  const flushed = profilesFlushed(profiles.data)
  return (
    <>
      <Columns
        // narrower, the proof would be cut
        isLate
        aside={
          <>
            <CommandPanel place={{ siteId, user }} host={site.host} />
            <HistoryPanel
              history={history}
              user={user}
              siteId={siteId}
              onRepeat={({ kind, lines }) => {
                if (kind === 'flush') return open('flush')
                addLines(purgeKey, lines)
                setParams(withParam('purge', paramOf(groupOf(lines[0]?.kind))), { preventScrollReset: true })
                requestAnimationFrame(focusPurge)
              }}
            />
            <Panel title="Flush cache">
              <p className={classes.hint}>
                Removes everything cached{flushed}. Your server gets more traffic until the cache fills again.
              </p>
              <div>
                <ReasonButton does="cache.flush" variant="default" color="danger" onClick={() => open('flush')}>
                  Flush cache…
                </ReasonButton>
              </div>
            </Panel>
          </>
        }
      >
        <PurgePanel
          purgeKey={purgeKey}
          siteId={siteId}
          user={user}
          host={site.host}
          profiles={profiles.data}
          onPaste={() => open('paste')}
          onPurged={(rows, profile) => {
            if (rows.length === 0) return
            const lines = rows.map((row) => ({
              ...(isAddressLine(row) ? placeOf(row) : { domain: row.domain, path: row.path, kind: row.kind }),
              ...(row.type ? { type: row.type } : {}),
            }))
            history.record({ kind: 'purge', lines, accepted: rows.length, ...(profile ? { profile } : {}) })
          }}
        />
        {profiles.error && (
          <ErrorState
            error={profiles.error}
            title="Couldn’t load the profiles, so purging applies to all of them."
            onRetry={() => void profiles.refetch()}
          />
        )}
        <ProofPanel place={{ siteId, user }} state={site.optimizer} hasPurged={purgedAt !== null} />
        <LookupPanel purgeKey={purgeKey} siteId={siteId} user={user} host={site.host} state={site.optimizer} />
        <NodesPanel scope={{ kind: 'user', user }} />
      </Columns>
      <Suspense>
        {dialog === 'flush' && (
          <ConfirmDialog
            question={{
              title: `Flush the cache of ${site.host}?`,
              body: `Within seconds, this removes everything cached${flushed}. Visitors still get their pages, but from your server until the cache fills again. Expect slower pages and more load on your server.`,
              verb: 'Flush cache',
              danger: true,
              action: async () => {
                const paths = [...examplesFrom(params.get('look'), history.purges)]
                const [path, query] = [{ site_id: siteId }, { user_id: user }]
                const proof = await sendProved({ siteId, user }, () =>
                  call(proveFlush, { path, query, body: { paths } }),
                )
                if (!proof && !(await call(flushCache, { path, body: query })).success) throw notFlushed
                changePurge(purgeKey, () => ({ purgedAt: Date.now() }))
                history.record({ kind: 'flush', lines: [], accepted: 0 })
                toast('Cache flushed')
              },
            }}
            onClose={() => open(null)}
          />
        )}
        {dialog === 'paste' && (
          <PasteDialog
            host={site.host}
            onAdd={(lines) => {
              addLines(purgeKey, lines)
              open(null)
            }}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** A flush is for the default profile: ` for the profile General (Campaign stays cached)`. Empty if it's the only one. */
function profilesFlushed(profiles: ReadOf<typeof listProfiles> | undefined): string {
  const byDefault = profiles?.find((profile) => profile.default)?.name ?? 'the default profile'
  const others = (profiles ?? []).filter((profile) => !profile.default).map(({ name, id }) => name ?? id ?? '')
  if (profiles && others.length === 0) return ''
  if (others.length === 0) return ` for ${byDefault}`
  return ` for the profile ${byDefault} (${joinWithAnd(others)} ${others.length === 1 ? 'stays' : 'stay'} cached)`
}

const maxExamples = 5

/** Paths to look at before and after a flush. */
function examplesFrom(looked: string | null, purges: readonly PastPurge[]): readonly string[] {
  const url = looked === null ? null : URL.parse(looked, 'http://host')
  const paths = [
    '/',
    ...(url ? [url.pathname + url.search] : []),
    ...purges.flatMap(({ lines }) => lines.filter(isAddressLine).map(({ path }) => path.trim())),
  ]
  return [...new Set(paths)].slice(0, maxExamples)
}
