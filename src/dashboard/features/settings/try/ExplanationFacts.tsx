import { isActionName, type Explanation, settingsActions } from '../../../../contract/index.ts'
import { compressedInWords, ruleInWords } from '../../../../words/explanation.ts'
import { roughPeriod } from '../../../../words/period.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { type Fact, PropertiesTable } from '../../../kit/layout/PropertiesTable.tsx'

/** What an explanation's sentence leaves out. */
export function ExplanationFacts({ explanation, isUnsaved }: { explanation: Explanation; isUnsaved: boolean }) {
  return <PropertiesTable facts={factsOf(explanation, isUnsaved)} />
}

function factsOf(explanation: Explanation, isUnsaved: boolean): Fact[] {
  const { status, content_type, kept_as, governed_by, stale_while_revalidate, stale_if_error } = explanation
  const facts: (Fact | false)[] = [
    { label: 'Address', value: <Breakable text={explanation.url} /> },
    { label: 'Settings', value: isUnsaved ? 'With your unsaved changes' : 'As saved' },
    status !== null && {
      label: 'Your server’s answer',
      value: [status, content_type].filter((part) => part !== null).join(' · '),
    },
    kept_as !== null && { label: 'Stored as', value: kept_as, ...ignored(explanation) },
    governed_by !== null && {
      label: 'Decided by',
      value: governed_by.field === 'settings' ? 'The settings' : `${governed_by.field}: ${governed_by.value}`,
    },
    explanation.rule !== null && { label: 'Standard', value: explanation.rule },
    !!stale_while_revalidate && {
      label: 'While it’s renewed',
      value: `Used for ${roughPeriod(stale_while_revalidate)} more`,
    },
    !!stale_if_error && { label: 'If your server fails', value: `Used for ${roughPeriod(stale_if_error)} more` },
    explanation.vary.length > 0 && { label: 'Kept apart by', value: explanation.vary.join(', ') },
    !!explanation.only_with?.length && { label: 'Only with', value: explanation.only_with.join(', ') },
    kept_as !== null && { label: 'Compressed', value: compressedInWords(explanation) },
    explanation.session !== null && { label: 'Session cookies', value: explanation.session.cookies.join(', ') },
    { label: 'Actions that apply', value: namesOf(explanation.actions.filter(({ acts }) => acts)) },
    ...explanation.actions
      .filter(({ because }) => because === 'excluded' || because === 'not included')
      .map(({ action, exception }) => ({
        label: labelOf(action),
        value: `Off, by exception: ${exception ?? 'limited to other requests'}`,
        ...(exception?.includes('the address') && explanation.url.includes('?')
          ? { note: 'The address includes the query.' }
          : {}),
      })),
    ...explanation.actions
      .filter(({ ruled_by }) => ruled_by !== null)
      .map((decision) => ({
        label: labelOf(decision.action),
        value: `${decision.acts ? 'On' : 'Off'}, by ${ruleInWords(decision)}`,
      })),
  ]
  return facts.filter((fact) => fact !== false)
}

function ignored({ ignored_parameters: names }: Explanation): Pick<Fact, 'note'> {
  return names.length > 0 ? { note: `${names.join(', ')} ${names.length === 1 ? 'makes' : 'make'} no difference` } : {}
}

function namesOf(actions: Explanation['actions']): string {
  return actions.map(({ action }) => labelOf(action)).join(', ') || 'None'
}

function labelOf(action: string): string {
  return isActionName(action) ? settingsActions[action].label : action
}
