import { useState } from 'react'
import { useLeaveGuard } from '../../kit/forms/use-leave-guard.ts'
import { forgetDraft, keepDraft, keptDraft } from '../../kit/forms/drafts.ts'
import { type RuleDraft, ruleDraft } from './rule-draft.ts'

/** Identifies the draft of a rule. */
export const ruleDraftName = (id: string): string => `rule.${id}`

/**
 * The form's values, which survive a reload and a new sign-in until the form is `done` or started over. Asks before they
 * are lost by leaving the page.
 */
export function useRuleDraft(name: string, initial: RuleDraft) {
  const [kept, setKept] = useState(() => keptRule(name, initial))
  const [draft, setDraft] = useState(kept ?? initial)
  // none is left once the rule is saved or deleted
  const isUnsaved = () => keptRule(name, initial) !== null
  useLeaveGuard(isUnsaved, 'You’ll lose what you’ve entered.', () => forgetDraft(name))
  const change = (next: Partial<RuleDraft>) => {
    const whole = { ...draft, ...next }
    setDraft(whole)
    keepDraft(name, whole)
  }
  const done = () => forgetDraft(name)
  const startOver = () => {
    setDraft(initial)
    setKept(null)
    done()
  }
  return { draft, change, done, startOver, restored: kept !== null }
}

/** The kept draft, if it differs from the rule. */
function keptRule(name: string, initial: RuleDraft): RuleDraft | null {
  const kept = keptDraft(name, ruleDraft)
  const isSame = (Object.keys(initial) as (keyof RuleDraft)[]).every(
    (field) => JSON.stringify(kept?.[field]) === JSON.stringify(initial[field]),
  )
  return isSame ? null : kept
}
