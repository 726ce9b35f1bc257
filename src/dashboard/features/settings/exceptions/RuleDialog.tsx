import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActionName, type Filter, settingsActions, settingsLimits } from '../../../../contract/index.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { actionPurposes } from '../optimization/action-purposes.ts'
import { OptionFields } from '../optimization/OptionFields.tsx'
import type { Rule } from '../rules.ts'
import classes from '../settings.module.css'
import { FilterFields, newFilter, withCondition } from './FilterFields.tsx'
import { isRegex, regexProblemsOf } from './regex-problems.ts'
import { draftOf, newRuleId, problemsOfRule, type RuleDraft, ruleFrom, type Say, unknownOfRule } from './rule-draft.ts'

interface Props {
  /** Null for a new one. */
  rule: Rule | null
  /** The IDs of all rules. */
  taken: readonly (string | undefined)[]
  onDone: (rule: Rule) => void
  onClose: () => void
}

type Problems = Readonly<Record<string, string>>

/** Adds or changes a rule. */
export default function RuleDialog({ rule, taken, onDone, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [errors, setErrors] = useState<Problems>({})
  const check = useMutation({ mutationFn: regexProblemsOfAll })
  const change = (fields: Partial<RuleDraft>) => {
    setErrors({})
    setDraft({ ...draft, ...fields })
  }
  const refuse = (problems: Problems) => {
    setErrors(problems)
    setTimeout(() => focusFirst(problems))
  }
  const submit = () => {
    const next = ruleFrom(draft, rule, newRuleId(draft.name, taken))
    const problems = problemsOfRule(draft, next, rule === null)
    if (Object.keys(problems).length > 0) return refuse(problems)
    if (!draft.filters.some(({ match }) => match.some(isRegex))) return onDone(next)
    check.mutate(draft.filters, {
      onSuccess: (found) => (Object.keys(found).length > 0 ? refuse(found) : onDone(next)),
    })
  }
  const unknown = rule && unknownOfRule(rule)
  return (
    <DraftDialog
      title={rule ? 'Edit rule' : 'Add rule'}
      size="xl"
      verb={rule ? 'Change rule' : 'Add rule'}
      busy={check.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        name="name"
        value={draft.name}
        error={errors['name']}
        autoComplete="off"
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Requests filters={draft.filters} errors={errors} onChange={(filters) => change({ filters })} />
      <fieldset className={classes.group} aria-describedby={errors['actions'] && 'rule-actions-problem'}>
        <legend className={classes.legend}>What it does</legend>
        <div className={classes.actions}>
          {actionPurposes
            .flatMap(({ actions }) => actions)
            .map((action) => (
              <ActionFields key={action} action={action} draft={draft} errors={errors} onChange={change} />
            ))}
        </div>
        {errors['actions'] && (
          <p id="rule-actions-problem" role="alert" className={classes.wrong}>
            {errors['actions']}
          </p>
        )}
      </fieldset>
      <TextInput
        className={classes.day}
        type="date"
        label="Last day"
        description="In UTC. A rule without one stays."
        name="until"
        value={draft.until}
        error={errors['until']}
        onChange={(event) => change({ until: event.currentTarget.value })}
      />
      {unknown && <p className={classes.hint}>Also set, and kept: {unknown}.</p>}
    </DraftDialog>
  )
}

interface RequestsProps {
  filters: readonly Filter[]
  errors: Problems
  onChange: (filters: readonly Filter[]) => void
}

/** Which requests the rule is for. */
function Requests({ filters, errors, onChange }: RequestsProps) {
  const set = (at: number, next: Filter) => onChange(filters.map((filter, i) => (i === at ? next : filter)))
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Requests</legend>
      {filters.length === 0 && <p className={classes.hint}>Every request. Add a filter to name some.</p>}
      {filters.map((filter, i) => (
        <div key={i} className={classes.form} role="group" aria-label={`Filter ${i + 1}`}>
          <FilterFields
            filter={filter}
            errors={under(errors, `filters.${i}.`)}
            prefix={`filters.${i}.`}
            onChange={(next) => set(i, next)}
          />
          <div className={classes.buttons}>
            <Button
              variant="default"
              disabled={filter.match.length >= settingsLimits.matches}
              onClick={() => set(i, withCondition(filter))}
            >
              Add condition
            </Button>
            <Button variant="default" onClick={() => onChange(filters.filter((_, other) => other !== i))}>
              Remove filter
            </Button>
          </div>
        </div>
      ))}
      {filters.length > 1 && (
        <p className={classes.hint}>One filter of “Only these” has to match, and none of “Leave these out”.</p>
      )}
      <div>
        <Button
          variant="default"
          disabled={filters.length >= settingsLimits.filters}
          onClick={() => onChange([...filters, newFilter(1)])}
        >
          Add filter
        </Button>
      </div>
    </fieldset>
  )
}

interface ActionProps {
  action: ActionName
  draft: RuleDraft
  errors: Problems
  onChange: (fields: Partial<RuleDraft>) => void
}

const sayOptions: readonly { readonly value: Say; readonly label: string }[] = [
  { value: 'switch', label: 'As its switch' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]

function ActionFields({ action, draft, errors, onChange }: ActionProps) {
  const { label, options: known } = settingsActions[action]
  const say = draft.says[action]
  const hasOptions = say === 'on' && Object.keys(known).length > 0
  const problems = under(errors, `${action}.`)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <div className={classes.say}>
        <span aria-hidden="true">{label}</span>
        <Choice
          label={label}
          value={say}
          options={sayOptions}
          onChange={(value) => onChange({ says: { ...draft.says, [action]: value } })}
        />
      </div>
      {hasOptions && (
        <details
          className={classes.raw}
          open={isOpen || Object.keys(problems).length > 0}
          onToggle={(event) => setIsOpen(event.currentTarget.open)}
        >
          <summary>Options of {label.charAt(0).toLowerCase() + label.slice(1)}</summary>
          <div className={classes.form}>
            <OptionFields
              known={known}
              values={draft.options[action]}
              errors={problems}
              prefix={`${action}.`}
              onChange={(fields) =>
                onChange({ options: { ...draft.options, [action]: { ...draft.options[action], ...fields } } })
              }
            />
          </div>
        </details>
      )}
    </div>
  )
}

/** The problems below a path, named from there. */
function under(problems: Problems, path: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) =>
      name.startsWith(path) ? [[name.slice(path.length), problem]] : [],
    ),
  )
}

async function regexProblemsOfAll(filters: readonly Filter[]): Promise<Problems> {
  const found = await Promise.all(filters.map(regexProblemsOf))
  return Object.fromEntries(
    found.flatMap((problems, i) =>
      Object.entries(problems).map(([path, problem]) => [`filters.${i}.${path}`, problem] as const),
    ),
  )
}
