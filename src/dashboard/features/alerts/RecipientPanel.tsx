import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { alertChannels, alertLimits } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { Chips } from '../../kit/choices/Chips.tsx'
import { Select } from '../../kit/choices/Select.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { partnerQuery } from '../accounts/partner.ts'
import { type RuleDraft, toggled } from './rule-draft.ts'

export interface RulePanelProps {
  scope: AnyScope
  draft: RuleDraft
  /** By field. */
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<RuleDraft>) => void
}

const channelNames = { email: 'Email', webhook: 'Webhook' } as const

/** The name of a rule, and to whom and how it sends. `hasSecret`: whether it has a signing key already. */
export function RecipientPanel({ scope, draft, errors, hasSecret, onChange }: RulePanelProps & { hasSecret: boolean }) {
  const isWebhook = draft.channels.includes('webhook')
  return (
    <Panel title="Name and recipient">
      <TextInput
        name="name"
        label="Name"
        description="Every alert says which rule it comes from."
        withAsterisk
        autoComplete="off"
        maxLength={alertLimits.name}
        value={draft.name}
        error={errors['name']}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Chips
        legend="Send by"
        error={errors['channels']}
        chips={alertChannels.map((channel) => ({
          key: channel,
          label: channelNames[channel],
          checked: draft.channels.includes(channel),
          onToggle: (checked) => onChange({ channels: toggled(draft.channels, channel, checked) }),
        }))}
      />
      {draft.channels.includes('email') && (
        <Recipient scope={scope} draft={draft} error={errors['recipient']} onChange={onChange} />
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
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      )}
      {isWebhook && hasSecret && (
        <Checkbox
          label="Make a new signing key"
          description="The old key stops working at once. The new one is shown after you save."
          checked={draft.newSecret}
          onChange={(event) => onChange({ newSecret: event.currentTarget.checked })}
        />
      )}
    </Panel>
  )
}

/** Email goes to addresses that the service knows, so that nobody can have strangers written to. */
function Recipient({ scope, draft, error, onChange }: Omit<RulePanelProps, 'errors'> & { error: string | undefined }) {
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
