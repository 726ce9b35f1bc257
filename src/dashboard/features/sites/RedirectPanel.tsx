import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Switch } from '../../kit/choices/Switch.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { useDenial } from '../../kit/actions/denials.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { ApiError } from '../../../client/errors.ts'
import type { Scope } from '../../api/scope.ts'
import { certificateOf } from '../certificates/reads.ts'
import { dnsNameOf } from '../../../contract/dns-records.ts'
import { DnsTable } from './DnsTable.tsx'
import { asSite, recordsHint, type RedirectStage, stageOf } from './redirect.ts'
import { checkDnsNow, type Redirect, redirectCounterpart, type Site } from './reads.ts'
import { awaitedMs } from './refresh-intervals.ts'
import classes from './RedirectPanel.module.css'

interface Props {
  readonly scope: Scope
  readonly site: Site
  readonly redirect: Redirect
}

/** Whether visitors of the other of `www.shop.example` and `shop.example` are redirected to a site, and what that takes. */
export function RedirectPanel({ scope, site, redirect }: Props) {
  const id = useId()
  const from = redirect.host ?? ''
  const to = dnsNameOf(site.host)
  const { data: certificate } = useQuery({
    ...certificateOf(scope, site.id),
    enabled: redirect.since !== null,
    refetchInterval: ({ state: { data } }) => (data && data.counterpart !== from ? awaitedMs : false),
  })
  const certified = certificate && certificate.status !== 'off' ? (certificate.counterpart ?? null) : undefined
  const stage = stageOf(redirect, certified)
  const change = useMutation({ mutationFn: (enabled: boolean) => redirectCounterpart(scope, site.id, enabled) })
  const check = useMutation({ mutationFn: () => checkDnsNow(scope, site.id) })
  const isWaiting = stage === 'waiting'
  const does = 'sites.setRedirect'
  const denial = useDenial(does)
  return (
    <Panel
      title="Redirect"
      aside={<Stage stage={stage} />}
      actions={
        isWaiting && (
          <ReasonButton
            does="sites.checkDns"
            variant="default"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Check now
          </ReasonButton>
        )
      }
    >
      <div className={classes.line}>
        <Switch
          id={id}
          label={`Redirect ${from} to ${to}`}
          describedBy={`${id}-more`}
          isDisabled={denial !== undefined}
          isOn={change.isPending ? change.variables : redirect.enabled}
          onSwitch={(enabled) => change.mutate(enabled)}
        />
        <div>
          <label htmlFor={id} className={classes.name}>
            Redirect {from} to {to}
          </label>
          <p id={`${id}-more`} className={classes.hint}>
            Visitors get the same page at {to}. The server behind {to} must not redirect them back to {from}. {denial}
          </p>
        </div>
      </div>
      {change.error && <Refused error={change.error} />}
      {isWaiting && <DnsTable site={asSite(site, redirect)} host={from} />}
      {check.error && <ErrorState error={check.error} title="Couldn’t check DNS." />}
      <div role="status" className={classes.hint}>
        {inWords(stage, redirect, site)}
        {stage === 'impossible' && (
          <Notice tone="plain">
            {from} is a root domain, which can’t have a CNAME record, and this service has no public address for it. Its
            operator has to set one first (EDGE_ADDRESSES). Until then, redirect it where the domain is managed.
          </Notice>
        )}
      </div>
    </Panel>
  )
}

function Refused({ error }: { error: unknown }) {
  const title = 'The redirect wasn’t changed.'
  const why = error instanceof ApiError ? error.fields['enabled']?.replace(/^can['’]t be true: /, '') : undefined
  // the API's sentence names a field that nobody entered
  return why === undefined ? (
    <ErrorState error={error} title={title} />
  ) : (
    <ErrorState error={error} title={`${title} ${why.replace(/\.$/, '')}.`} titleOnly />
  )
}

function Stage({ stage }: { stage: RedirectStage }) {
  switch (stage) {
    case 'off':
      return <NoVerdict>Off</NoVerdict>
    case 'impossible':
    case 'waiting':
      return <Verdict severity="warning">Waiting for DNS</Verdict>
    case 'live':
      return <NoVerdict>Live, certificate coming</NoVerdict>
    case 'secured':
      return <Verdict severity="ok">Live</Verdict>
  }
}

function inWords(stage: RedirectStage, redirect: Redirect, site: Site) {
  const { host, since } = redirect
  if (stage === 'waiting') return `${recordsHint(asSite(site, redirect), redirect)} The redirect starts automatically.`
  if (since === null || stage === 'off') return null
  return (
    <>
      Visitors of {host} are redirected since <Time at={since} />.
      {stage === 'live' && ` Until the certificate is there, https://${host} doesn’t work yet.`}
    </>
  )
}
