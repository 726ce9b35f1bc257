import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { saveRule } from './rule-changes.ts'
import { ApiError, asFieldError } from '../../../client/errors.ts'
import type { AnyScope } from '../../api/scope.ts'
import { Form } from '../../kit/forms/Form.tsx'
import { paths } from '../../paths.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { IncidentsPanel } from './IncidentsPanel.tsx'
import { RecipientPanel } from './RecipientPanel.tsx'
import { bodyOf, problemsIn, type RuleDraft } from './rule-draft.ts'
import { RuleSecret } from './RuleSecret.tsx'
import { ruleDraftName, useRuleDraft } from './use-rule-draft.ts'

interface Props {
  scope: AnyScope
  /** The rule that is changed; undefined for a new one. */
  id?: string
  initial: RuleDraft
  /** Whether the rule has a key already. */
  hasSecret?: boolean
}

/** Creates or changes a rule. A webhook's new key is shown once. */
export function RuleForm(props: Props) {
  const [saved, setSaved] = useState<AlertRuleRecord | null>(null)
  return saved ? <RuleSecret scope={props.scope} rule={saved} /> : <RuleFields {...props} onSecret={setSaved} />
}

interface FieldsProps extends Props {
  /** For a rule with a new key. */
  onSecret: (rule: AlertRuleRecord) => void
}

function RuleFields({ scope, id, initial, hasSecret = false, onSecret }: FieldsProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLDivElement>(null)
  const { draft, ...kept } = useRuleDraft(ruleDraftName(id ?? `new.${ownerOf(scope)}`), initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
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
      if (rule.secret !== undefined) return onSecret(rule)
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
  return (
    <div ref={form}>
      <Form
        verb={id === undefined ? 'Create rule' : 'Save changes'}
        does={id === undefined ? 'alertRules.create' : 'alertRules.update'}
        cancelTo={paths.alerts(scope)}
        busy={busy}
        failed={failed === null ? null : { error: failed, title: 'Couldn’t save the rule.' }}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        draft={{ ...kept, startOver }}
      >
        <RecipientPanel scope={scope} draft={draft} errors={errors} hasSecret={hasSecret} onChange={change} />
        <IncidentsPanel scope={scope} draft={draft} errors={errors} onChange={change} />
      </Form>
    </div>
  )
}

/** Whose rule a new one will be. */
function ownerOf(scope: AnyScope): string {
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
