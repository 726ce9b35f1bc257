import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { load, prefetch } from '../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { ErrorState, isUnsure } from '../../kit/feedback/ErrorState.tsx'
import { SiteState } from '../sites/SiteState.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { pageError } from '../errors/page-error.tsx'
import { pointsElsewhere } from '../sites/dns.ts'
import { DnsPanel } from '../sites/DnsPanel.tsx'
import { OpenAccountAsHolder } from '../sites/HolderOnly.tsx'
import { siteMeaning } from '../sites/meaning.ts'
import { latestUsage } from './last-hour.ts'
import { LastHour } from './LastHour.tsx'
import { consequenceOf, moves, type Move } from './moves.ts'
import classes from './optimizer.module.css'
import { isForHolder, unavailableReason } from './rules.ts'
import { useMove } from './use-move.ts'

const ConfirmDialog = lazy(lazyWithRetry(() => import('../../kit/dialogs/ConfirmDialog.tsx')))

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  // a move's confirmation shows the last hour
  prefetch(latestUsage(scope, siteId))
  return load(siteOf(scope, siteId))
}

export const ErrorBoundary = pageError({ title: 'Optimizer' })

function OptimizerPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const siteQuery = siteOf(scope, siteId)
  const { data: site } = useSuspenseQuery(siteQuery)
  const [params, setParams] = useAddress()
  const change = useMove(scope, siteId)
  const state = site.optimizer

  const setConfirming = (move: string | undefined) =>
    setParams(withParam('confirm', move ?? null), { replace: move === undefined, preventScrollReset: true })
  const isPreview = state === 'preview'
  // the service has seen that visitors don't come through it
  const isUnreached = isPreview || pointsElsewhere(site)
  const isAsked = ({ needsConfirmation, move }: Move) =>
    needsConfirmation ||
    (move === 'resume' && isUnreached && !isPreview && !unavailableReason('resume', state, scope.kind))
  const confirming = moves.find((move) => isAsked(move) && move.move === params.get('confirm'))
  // during the change, the page already shows the new state, in which the move is unavailable
  const isOpen =
    confirming && (change.isPending || change.isError || !unavailableReason(confirming.move, state, scope.kind))
  const choose = (move: Move) => {
    change.reset()
    if (isAsked(move)) setConfirming(move.move)
    else change.mutate(move)
  }
  return (
    <>
      <Panel title="Optimizer" actions={<LastUpdated of={[siteQuery]} />}>
        <div className={classes.state} role="status">
          <span className={classes.now}>
            <SiteState state={state} />
          </span>
          <span className={classes.meaning}>
            {change.isPending ? 'Waiting for the service…' : siteMeaning(site, scope)}
          </span>
        </div>
        {change.error && !confirming && change.variables && (
          <ErrorState
            error={change.error}
            title={isUnsure(change.error) ? 'The optimizer may not have changed.' : 'The optimizer wasn’t changed.'}
            onRetry={() => change.variables && change.mutate(change.variables)}
          />
        )}
        <ul className={classes.moves}>
          {moves.map((move) => (
            <MoveRow
              key={move.move}
              move={move}
              reason={unavailableReason(move.move, state, scope.kind)}
              forHolder={isForHolder(move.move, state, scope.kind)}
              isUnreached={isUnreached}
              asks={isAsked(move)}
              busy={change.isPending && change.variables === move}
              scope={scope}
              onChoose={() => choose(move)}
            />
          ))}
        </ul>
      </Panel>
      <DnsPanel scope={scope} site={site} />
      {confirming && isOpen && (
        <Suspense>
          <ConfirmDialog
            question={{
              title: confirming.question(site.host),
              body:
                confirming.move === 'resume' ? (
                  `${consequenceOf(confirming, scope)} ${resumedUnreached}`
                ) : (
                  <>
                    {consequenceOf(confirming, scope)} {isUnreached && unreached} The change lasts until you resume.{' '}
                    <LastHour scope={scope} siteId={siteId} />
                  </>
                ),
              verb: confirming.verb,
              ...(confirming.needsConfirmation ? { danger: true, typed: site.host } : {}),
              action: () => change.mutateAsync(confirming),
            }}
            onClose={() => {
              change.reset()
              setConfirming(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

export { OptimizerPage as Component }

const unreached = 'Until DNS points to the service, only the preview address is affected.'
const resumedUnreached =
  'DNS doesn’t point to the service. If the site was active or in trial, it stays off until DNS points here.'

interface RowProps {
  move: Move
  reason: string | undefined
  /** Whether only the account holder can make it. */
  forHolder: boolean
  /** Whether visitors don't come through the service. */
  isUnreached: boolean
  /** Whether the move is confirmed first. */
  asks: boolean
  busy: boolean
  scope: Scope
  onChoose: () => void
}

function MoveRow({ move, reason, forHolder, isUnreached, asks, busy, scope, onChoose }: RowProps) {
  const reasonId = useId()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!busy) return
    const place = row.current
    // a button that waits has lost the focus
    return () => {
      if (document.activeElement === document.body) place?.querySelector('button')?.focus()
    }
  }, [busy])
  return (
    <li ref={row} className={classes.move}>
      <span className={classes.name}>{move.name}</span>
      <span className={classes.words}>
        {consequenceOf(move, scope)}
        {isUnreached && !reason && ` ${move.move === 'resume' ? (asks ? resumedUnreached : '') : unreached}`}
        {reason && !busy && (
          <>
            {' '}
            <span id={reasonId} className={classes.why}>
              {reason}
            </span>
          </>
        )}
        {forHolder && scope.kind === 'account' && (
          <span className={classes.open}>
            <OpenAccountAsHolder account={scope.account} />
          </span>
        )}
      </span>
      <ReasonButton
        does={`optimizer.${move.move}`}
        variant="default"
        loading={busy}
        disabledReason={busy ? undefined : reason}
        reasonId={reasonId}
        onClick={onChoose}
      >
        {asks ? `${move.verb}…` : move.verb}
      </ReasonButton>
    </li>
  )
}
