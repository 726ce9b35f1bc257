import type { AlertRuleRecord } from '../../../contract/index.ts'
import { deleteRule, muteRule } from './rule-changes.ts'
import type { AnyScope } from '../../api/scope.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { MoreMenu, type MenuItem } from '../../kit/actions/MoreMenu.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { forgetDraft } from '../../kit/forms/drafts.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { paths } from '../../paths.ts'
import { MuteLength, muteLengths } from './MuteLength.tsx'
import type { RuleTest } from './rule-test.tsx'
import { ruleDraftName } from './use-rule-draft.ts'

interface Props {
  scope: AnyScope
  rule: AlertRuleRecord
  test: RuleTest
  onDeleted?: () => void
}

/** What can be done with a rule on its own page. */
export function RuleActions({ scope, rule, test, onDeleted }: Props) {
  const { id, name } = rule
  return (
    <>
      <ReasonButton
        does="alertRules.test"
        variant="default"
        loading={test.testing === id}
        onClick={() => void test.run(rule)}
        aria-label={`Send a test: ${name}`}
      >
        Send a test
      </ReasonButton>
      <MoreMenu label={`More about ${name}`} items={stateItems(scope, rule, onDeleted)} />
    </>
  )
}

/** What can be done with a rule in a list of them. */
export function RuleMenu({ scope, rule, test }: Props) {
  const { id, name } = rule
  return (
    <MoreMenu
      label={`More about ${name}`}
      items={[
        { label: 'Edit', to: paths.alertRule(scope, id) },
        { label: 'Send a test', does: 'alertRules.test', onSelect: () => void test.run(rule) },
        ...stateItems(scope, rule),
      ]}
    />
  )
}

function stateItems(scope: AnyScope, rule: AlertRuleRecord, onDeleted?: () => void): readonly MenuItem[] {
  const isMuted = rule.muted_until !== null
  return [
    isMuted
      ? { label: 'Unmute…', does: 'alertRules.mute', onSelect: () => askToUnmute(scope, rule) }
      : { label: 'Mute…', does: 'alertRules.mute', onSelect: () => askToMute(scope, rule) },
    {
      label: 'Delete…',
      isDanger: true,
      does: 'alertRules.delete',
      onSelect: () => askToDelete(scope, rule, onDeleted),
    },
  ]
}

function askToMute(scope: AnyScope, { id, name }: AlertRuleRecord): void {
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

function askToUnmute(scope: AnyScope, { id, name }: AlertRuleRecord): void {
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

function askToDelete(scope: AnyScope, { id, name }: AlertRuleRecord, onDeleted?: () => void): void {
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
