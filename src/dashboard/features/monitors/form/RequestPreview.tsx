import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Kind } from '../reads.ts'
import type { QuotaState } from '../../accounts/quotas.ts'
import type { Scope } from '../../../api/scope.ts'
import { BusyButton } from '../../../kit/actions/BusyButton.tsx'
import { CopyButton } from '../../../kit/values/CopyValue.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { plural } from '../../../kit/format/format.ts'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { limitsOf } from '../limit-entry.ts'
import { everyInWords, intervalWords, samplesADay } from '../schedule.ts'
import { addressesOf, bodyOf, productOf } from './body.ts'
import classes from '../monitors-and-tests.module.css'
import type { Draft } from './draft.ts'
import { asCurl, asJson, hasSecrets } from './request.ts'

interface Props {
  kind: Kind
  draft: Draft
  /** Measured in what is shown until an address is typed. */
  example: string
  scope: Scope
  baseUrl: string
  errors: Readonly<Record<string, string>>
  busy: boolean
  quota: QuotaState
  cancelTo: string
  onCancel: () => void
}

/** Shows how many samples the form produces and the request it sends, as it is filled in. */
export function RequestPreview({
  kind,
  draft,
  example,
  scope,
  baseUrl,
  errors,
  busy,
  quota,
  cancelTo,
  onCancel,
}: Props) {
  const [as, setAs] = useState<'json' | 'curl'>('json')
  const addresses = addressesOf(draft)
  const many = addresses.length > 1
  const body = bodyOf(draft, kind, addresses[0] ?? example)
  const text = as === 'json' ? asJson(body) : asCurl(body, kind, scope, baseUrl)
  const verb = many ? `Create ${addresses.length} ${kind}s` : `Create ${kind}`
  const errorCount = Object.keys(errors).length
  return (
    <aside className={classes.makes} aria-labelledby="summary">
      <h2 id="summary">Summary</h2>
      <Product kind={kind} draft={draft} addresses={addresses.length} />
      {quota.note && <p className={classes.hint}>{quota.note}</p>}
      {quota.full === undefined ? (
        <BusyButton type="submit" loading={busy}>
          {verb}
        </BusyButton>
      ) : (
        <ReasonButton disabledReason={quota.full} onClick={() => undefined}>
          {verb}
        </ReasonButton>
      )}
      <Button variant="default" component={Link} to={cancelTo} onClick={onCancel}>
        Cancel
      </Button>
      <p className={classes.hint} role="status">
        {errorCount > 0 ? `${plural(errorCount, 'field needs', 'fields need')} attention.` : ''}
      </p>
      <details className={classes.request}>
        <summary>The request</summary>
        <div className={classes.line}>
          <SegmentedControl
            label="Request format"
            value={as}
            options={[
              { value: 'json', label: 'JSON' },
              { value: 'curl', label: 'curl' },
            ]}
            onChange={setAs}
          />
          <CopyButton value={text} what={as === 'json' ? 'JSON' : 'curl command'} />
          {many && <span className={classes.hint}>first of {addresses.length} requests</span>}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
        <pre className={classes.code} tabIndex={0} role="region" aria-label="Request">
          <code>{text}</code>
        </pre>
        {kind === 'monitor' && limitsOf(draft.limits, draft.type) !== null && (
          <p className={classes.hint}>A second request sets the limits.</p>
        )}
        {hasSecrets(body) && <p className={classes.hint}>Secrets are hidden.</p>}
      </details>
    </aside>
  )
}

/** How many samples a round takes, and how often. */
export function Product({ kind, draft, addresses }: { kind: Kind; draft: Draft; addresses: number }) {
  const { locations, connections, browsers, views, samples } = productOf(draft)
  const page = draft.type === 'WEBPAGE'
  const all = samples * Math.max(1, addresses)
  const aDay = kind === 'monitor' ? samplesADay(all, Number(draft.interval)) : undefined
  const factors = [
    ...(addresses > 1 ? [plural(addresses, 'address', 'addresses')] : []),
    plural(locations, 'location'),
    plural(connections, 'connection'),
    ...(page ? [plural(browsers, 'browser')] : []),
    ...(page && views > 1 ? [plural(views, 'view')] : []),
  ]
  return (
    <div aria-live="polite" aria-atomic="true">
      <p className={classes.product}>
        {plural(all, 'sample')} {scheduleOf(kind, draft)}
      </p>
      <p className={classes.hint}>{factors.join(' × ')}</p>
      {aDay !== undefined && <p className={classes.total}>{plural(aDay, 'sample')} a day</p>}
    </div>
  )
}

function scheduleOf(kind: Kind, { interval, policy, times, minutes }: Draft): string {
  const every = !interval.trim()
    ? 'per round'
    : isMinutes(interval)
      ? everyInWords(Number(interval))
      : `every ${typedInterval(interval)}`
  if (kind === 'monitor') return every
  if (policy === 'COUNT') return `${every}, ${times.trim() || '…'} times`
  if (policy === 'DURATION') return `${every}, for ${typedInterval(minutes)}`
  return ''
}

/** Minutes as they are typed, which may not be a number yet. */
function typedInterval(minutes: string): string {
  return isMinutes(minutes) ? intervalWords(Number(minutes)) : `${minutes.trim() || '…'} min`
}

function isMinutes(text: string): boolean {
  const value = Number(text)
  return Number.isInteger(value) && value > 0
}
