import { Button } from '@mantine/core'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { deleteRule, muteRule } from './reads.ts'
import type { AlertScope } from '../../api/scope.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { SteadyLabel } from '../../kit/actions/SteadyLabel.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { forgetDraft } from '../../kit/forms/drafts.ts'
import { toast } from '../../kit/feedback/toast.ts'
import classes from './alerts.module.css'
import { MuteLength, muteLengths } from './MuteLength.tsx'
import type { RuleTest } from './rule-test.tsx'
import { ruleDraftName } from './use-rule-draft.ts'

interface Props {
  scope: AlertScope
  rule: AlertRuleRecord
  test: RuleTest
  onDeleted?: () => void
}

const muteLabels = ['Mute…', 'Unmute…'] as const

/** What can be done with a rule, besides editing it. */
export function RuleActions({ scope, rule, test, onDeleted }: Props) {
  const { id, name, muted_until } = rule
  const isMuted = muted_until !== null
  return (
    <span className={classes.buttons}>
      <BusyButton
        variant="default"
        loading={test.testing === id}
        onClick={() => void test.run(rule)}
        aria-label={`Send a test: ${name}`}
      >
        Test
      </BusyButton>
      <Button
        variant="default"
        onClick={() => (isMuted ? askToUnmute(scope, rule) : askToMute(scope, rule))}
        aria-label={`${isMuted ? 'Unmute' : 'Mute'} ${name}…`}
      >
        <SteadyLabel of={muteLabels} shown={isMuted ? 'Unmute…' : 'Mute…'} />
      </Button>
      <Button variant="default" onClick={() => askToDelete(scope, rule, onDeleted)} aria-label={`Delete ${name}…`}>
        Delete…
      </Button>
    </span>
  )
}

function askToMute(scope: AlertScope, { id, name }: AlertRuleRecord): void {
  let length: number = muteLengths[0].ms
  confirm({
    title: `Mute “${name}”?`,
    body: (
      <>
        No alerts are sent while it’s muted. Anything still open is reported afterwards.
        <MuteLength onChange={(ms) => (length = ms)} />
      </>
    ),
    verb: 'Mute',
    action: async () => {
      await muteRule(scope, id, Date.now() + length)
      toast(`“${name}” is muted`)
    },
  })
}

function askToUnmute(scope: AlertScope, { id, name }: AlertRuleRecord): void {
  confirm({
    title: `Unmute “${name}”?`,
    body: 'Alerts held back about anything still open are sent at once.',
    verb: 'Unmute',
    action: async () => {
      await muteRule(scope, id, null)
      toast(`“${name}” is no longer muted`)
    },
  })
}

function askToDelete(scope: AlertScope, { id, name }: AlertRuleRecord, onDeleted?: () => void): void {
  confirm({
    title: `Delete “${name}”?`,
    body: 'This rule stops sending alerts, including any still waiting. Past deliveries stay in the log.',
    verb: 'Delete',
    danger: true,
    action: async () => {
      await deleteRule(scope, id)
      forgetDraft(ruleDraftName(id))
      toast(`“${name}” deleted`)
      onDeleted?.()
    },
  })
}
