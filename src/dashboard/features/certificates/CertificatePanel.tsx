import { useMutation, useQuery } from '@tanstack/react-query'
import type { CertificateRecord } from '../../../contract/index.ts'
import { certificateOf, renewNow } from './reads.ts'
import { isExtensionMissing } from '../../../client/errors.ts'
import type { Scope } from '../../api/scope.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { PropertiesTable, type Fact } from '../../kit/layout/PropertiesTable.tsx'
import { LoadingLines } from '../../kit/values/LoadingLines.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { useNow } from '../../kit/reading/use-now.ts'
import { useRefetchOn } from '../../kit/reading/use-refetch-on.ts'
import classes from './CertificatePanel.module.css'
import { explanationOf, isUnderWay, outcomeOf, verdictOf } from './words.ts'

/** How often the certificate is read again, ms: while an attempt is under way, and otherwise. */
const refreshMs = { soon: 2000, later: 60_000 } as const

/** The certificate that the service gets for a site, and how trying to get it went. */
export function CertificatePanel({
  scope,
  siteId,
  state: siteState,
}: {
  scope: Scope
  siteId: string
  /** The optimizer's. */
  state: string | null
}) {
  const {
    data: certificate,
    error,
    refetch,
  } = useQuery({
    ...certificateOf(scope, siteId),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data, Date.now()) ? refreshMs.soon : refreshMs.later,
  })
  // a site that goes live is to get one
  useRefetchOn(String(siteState), refetch)
  const now = useNow(refreshMs.soon)
  const attempt = useMutation({ mutationFn: () => renewNow(scope, siteId) })
  if (!certificate) {
    return (
      <Panel title="Certificate">
        {error ? (
          <ErrorState error={error} title="Couldn’t load the certificate." onRetry={() => void refetch()} />
        ) : certificate === null ? (
          <p className={classes.hint}>This service doesn’t report certificates.</p>
        ) : (
          <LoadingLines />
        )}
      </Panel>
    )
  }
  const explanation = explanationOf(certificate, siteState, now)
  const facts = factsOf(certificate, now)
  const mayTry = certificate.status === 'failing' || certificate.status === 'expired'
  return (
    <Panel
      title="Certificate"
      aside={<Judged certificate={certificate} />}
      actions={
        mayTry && (
          <ReasonButton
            does="sites.renewCertificate"
            variant="default"
            loading={attempt.isPending}
            onClick={() => attempt.mutate()}
          >
            Try now
          </ReasonButton>
        )
      }
    >
      {explanation && <p className={classes.hint}>{explanation}</p>}
      {facts.length > 0 && <PropertiesTable facts={facts} />}
      {attempt.error && (
        <ErrorState
          error={attempt.error}
          title="Couldn’t try now."
          {...(isExtensionMissing(attempt.error) ? { advice: 'This service retries only on its own schedule.' } : {})}
        />
      )}
      <p role="status" className={classes.hint}>
        {attempt.isSuccess && !attempt.isPending ? attemptInWords(attempt.data, certificate, now) : ''}
      </p>
    </Panel>
  )
}

function Judged({ certificate }: { certificate: CertificateRecord }) {
  const verdict = verdictOf(certificate)
  if (!verdict) return null
  const { severity, text } = verdict
  return severity === undefined ? <NoVerdict>{text}</NoVerdict> : <Verdict severity={severity}>{text}</Verdict>
}

function factsOf(certificate: CertificateRecord, now: number): readonly Fact[] {
  const { status, issuer, valid_until, attempted_at, problem, next_attempt_at } = certificate
  return [
    ...(issuer === null ? [] : [{ label: 'Issuer', value: issuer }]),
    ...(valid_until === null ? [] : [{ label: 'Valid until', value: <Time at={valid_until} planned /> }]),
    ...(attempted_at === null ? [] : [{ label: 'Last attempt', value: <Time at={attempted_at} /> }]),
    ...(problem === null ? [] : [{ label: 'Problem', value: problem }]),
    ...(next_attempt_at === null || status === 'waiting'
      ? []
      : [
          {
            label: problem === null && issuer !== null ? 'Renewal' : 'Next attempt',
            value: Date.parse(next_attempt_at) <= now ? 'now' : <Time at={next_attempt_at} planned />,
          },
        ]),
  ]
}

/** What became of an attempt that was asked for. @param before the state then */
function attemptInWords(before: CertificateRecord, after: CertificateRecord, now: number): string {
  const isOver = before.attempted_at !== after.attempted_at && !isUnderWay(after, now)
  return isOver ? outcomeOf(after) : 'Trying to get a certificate…'
}
