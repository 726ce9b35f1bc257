import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  alertChannels,
  alertLimits,
  type AlertRuleRecord,
  incidentKinds,
  slowReasons,
} from '../../../contract/index.ts'
import { kindName } from '../../../words/verdict.ts'
import { saveRule } from './reads.ts'
import { ApiError, asFieldError } from '../../../client/errors.ts'
import { namedMonitors } from '../monitors/reads.ts'
import { partnerQuery } from '../accounts/partner.ts'
import type { AlertScope, Scope } from '../../api/scope.ts'
import { siteList } from '../sites/reads.ts'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { Chips } from '../../kit/choices/Chips.tsx'
import { Form } from '../../kit/forms/Form.tsx'
import { MultiChoice } from '../../kit/choices/MultiChoice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { Select } from '../../kit/choices/Select.tsx'
import { severityChoices, slowChoices, unusualInWords } from './words.ts'
import { fullNumber } from '../../kit/format/format.ts'
import { readerOf } from '../sites/server-words.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { bodyOf, problemsIn, reportsSlow, type RuleDraft } from './rule-draft.ts'
import { RuleSecret } from './RuleSecret.tsx'
import { ruleDraftName, useRuleDraft } from './use-rule-draft.ts'

interface Props {
  scope: AlertScope
  /** The rule that is changed; undefined for a new one. */
  id?: string
  initial: RuleDraft
  /** Whether the rule has a key already. */
  hasSecret?: boolean
}

/** Creates or changes a rule. A webhook's new key is shown once. */
export function RuleForm({ scope, id, initial, hasSecret = false }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLDivElement>(null)
  const { draft, ...kept } = useRuleDraft(ruleDraftName(id ?? `new.${ownerOf(scope)}`), initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState<AlertRuleRecord | null>(null)
  const change = (next: Partial<RuleDraft>) => {
    setErrors({})
    kept.change(next)
  }
  const startOver = () => {
    setErrors({})
    setFailed(null)
    kept.startOver()
  }
  const refuse = (problems: Readonly<Record<string, string>>) => {
    setErrors(problems)
    const [first] = Object.keys(problems)
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const save = async () => {
    if (busy) return
    const problems = problemsIn(draft)
    if (Object.keys(problems).length > 0) return refuse(problems)
    setBusy(true)
    setFailed(null)
    try {
      const rule = await saveRule(scope, id, bodyOf(draft))
      kept.done()
      if (rule.secret !== undefined) return setSaved(rule)
      toast(`${rule.name} saved`)
      void navigate(paths.alerts(scope))
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      if (fields.length > 0) refuse(Object.fromEntries(fields.map(([name, text]) => [name, asFieldError(text)])))
      if (fields.length === 0 || fields.some(([name]) => !shown.has(name))) setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  if (saved) return <RuleSecret scope={scope} rule={saved} />
  const isWebhook = draft.channels.includes('webhook')
  return (
    <div ref={form}>
      <Form
        verb={id === undefined ? 'Create rule' : 'Save changes'}
        cancelTo={paths.alerts(scope)}
        busy={busy}
        failed={failed === null ? null : { error: failed, title: 'Couldn’t save the rule.' }}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        draft={{ ...kept, startOver }}
      >
        <Panel title="Name and recipient">
          <TextInput
            name="name"
            label="Name"
            description="Every alert says which rule it comes from."
            withAsterisk
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            error={errors['name']}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Chips
            legend="Send by"
            error={errors['channels']}
            chips={alertChannels.map((channel) => ({
              key: channel,
              label: channelNames[channel],
              checked: draft.channels.includes(channel),
              onToggle: (checked) => change({ channels: toggled(draft.channels, channel, checked) }),
            }))}
          />
          {draft.channels.includes('email') && (
            <Recipient scope={scope} draft={draft} error={errors['recipient']} onChange={change} />
          )}
          {isWebhook && (
            <TextInput
              name="url"
              type="url"
              label="Webhook address"
              description="Each alert is sent as a POST request with a JSON body, signed as described in Standard Webhooks. Your server must answer with a 2xx status within 10 seconds."
              withAsterisk
              autoComplete="off"
              placeholder="https://"
              value={draft.url}
              error={errors['url']}
              onChange={(event) => change({ url: event.currentTarget.value })}
            />
          )}
          {isWebhook && hasSecret && (
            <Checkbox
              label="Make a new signing key"
              description="The old key stops working at once. The new one is shown after you save."
              checked={draft.newSecret}
              onChange={(event) => change({ newSecret: event.currentTarget.checked })}
            />
          )}
        </Panel>
        <Panel title="Incidents to report">
          <Chips
            legend="Kinds of incidents"
            hint={draft.kinds.length === 0 ? 'None selected: every kind is reported.' : undefined}
            error={errors['kinds']}
            chips={incidentKinds.map((kind) => ({
              key: kind,
              label: kindName(kind, readerOf(scope)),
              checked: draft.kinds.includes(kind),
              onToggle: (checked) => change({ kinds: toggled(draft.kinds, kind, checked) }),
            }))}
          />
          {reportsSlow(draft) && (
            <Select
              name="slow_by"
              label="Slow pages"
              description={unusualInWords}
              options={slowChoices.map(({ value, label }) => ({ value, label }))}
              value={draft.slowBy}
              error={errors['slow_by']}
              onChange={({ currentTarget: { value } }) =>
                change({ slowBy: slowReasons.find((by) => by === value) ?? '' })
              }
            />
          )}
          <Select
            name="min_severity"
            label="Severity"
            options={severityChoices.map(({ value, label }) => ({ value, label }))}
            value={draft.minSeverity}
            error={errors['min_severity']}
            onChange={(event) => change({ minSeverity: event.currentTarget.value })}
          />
          {scope.kind !== 'partner' && <Places scope={scope} draft={draft} errors={errors} onChange={change} />}
          <Checkbox
            label="Also notify on recovery"
            checked={draft.tellRecovery}
            onChange={(event) => change({ tellRecovery: event.currentTarget.checked })}
          />
          <Checkbox
            label="Rule is on"
            description="While it’s off, the rule keeps its settings but sends nothing."
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
        </Panel>
      </Form>
    </div>
  )
}

const channelNames = { email: 'Email', webhook: 'Webhook' } as const

/** Whose rule a new one will be. */
function ownerOf(scope: AlertScope): string {
  if (scope.kind === 'partner') return scope.partner
  return scope.kind === 'account' ? scope.account : scope.user
}

/** Fields whose errors are shown next to them. */
const shown: ReadonlySet<string> = new Set([
  'name',
  'channels',
  'url',
  'recipient',
  'kinds',
  'slow_by',
  'min_severity',
  'site_ids',
  'monitor_ids',
])

function toggled<T>(list: readonly T[], item: T, isIn: boolean): readonly T[] {
  return isIn ? [...list, item] : list.filter((other) => other !== item)
}

interface PartProps {
  draft: RuleDraft
  onChange: (next: Partial<RuleDraft>) => void
}

/** Email goes to addresses that the service knows, so that nobody can have strangers written to. */
function Recipient({ scope, draft, error, onChange }: PartProps & { scope: AlertScope; error: string | undefined }) {
  if (scope.kind === 'partner') return <PartnerRecipient partner={scope.partner} />
  if (scope.kind === 'user' && draft.recipient === 'holder')
    return <p>Email goes to your account’s address. To alert anyone else, use a webhook.</p>
  return (
    <Select
      name="recipient"
      label="Email to"
      options={[
        { value: 'holder', label: 'The account’s email address' },
        {
          value: 'partner',
          label: scope.kind === 'account' ? 'Your partner email address' : 'Your hosting provider',
        },
      ]}
      value={draft.recipient}
      error={error}
      onChange={(event) => onChange({ recipient: event.currentTarget.value === 'partner' ? 'partner' : 'holder' })}
    />
  )
}

function PartnerRecipient({ partner }: { partner: string }) {
  const { data } = useQuery(partnerQuery(partner))
  return data?.email ? (
    <p>Email goes to {data.email}, your partner email address.</p>
  ) : (
    <p>Email goes to your partner email address.</p>
  )
}

/** The sites and monitors of an account that a rule is about. */
function Places({
  scope,
  draft,
  errors,
  onChange,
}: PartProps & { scope: Scope; errors: Readonly<Record<string, string>> }) {
  const monitors = namedMonitors(scope)
  return (
    <>
      <QueryPanel query={siteList(scope)} what="the sites">
        {({ sites }) => (
          <MultiChoice
            label="Sites"
            hint={
              draft.siteIds.length > 0
                ? 'Covers incidents of the selected sites.'
                : draft.monitorIds.length > 0
                  ? 'None selected: covers only what the selected monitors find.'
                  : 'Leave both empty to cover everything.'
            }
            error={errors['site_ids']}
            options={sites.map(({ id, host }) => ({ value: id, label: host }))}
            chosen={draft.siteIds}
            max={alertLimits.selected}
            missing="Deleted site"
            onChange={(siteIds) => onChange({ siteIds })}
          />
        )}
      </QueryPanel>
      <QueryPanel query={monitors} what="the monitors">
        {({ rows, of = rows.length }) => (
          <MultiChoice
            label="Monitors"
            hint={[
              'Covers incidents that the selected monitors find.',
              ...(of > rows.length ? [`Only the first ${fullNumber(rows.length)} are listed.`] : []),
            ].join(' ')}
            error={errors['monitor_ids']}
            options={rows.flatMap(({ id, name }) => (id === undefined ? [] : [{ value: id, label: name ?? id }]))}
            chosen={draft.monitorIds}
            max={alertLimits.selected}
            missing="Deleted monitor"
            onChange={(monitorIds) => onChange({ monitorIds })}
          />
        )}
      </QueryPanel>
    </>
  )
}
