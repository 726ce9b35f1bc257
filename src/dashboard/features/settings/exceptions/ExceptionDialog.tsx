import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type FilterMatch,
  matchNames,
  matchOperators,
  problemsOf,
  settingsLimits,
  settingsParts,
} from '../../../../contract/index.ts'
import { asFieldError } from '../../../api/errors.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import { IconButton } from '../../../kit/actions/IconButton.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { DialogFooter } from '../DialogFooter.tsx'
import { type ActionRow, type Exception, samePlace } from '../exceptions.ts'
import { isRegex, regexProblemsOf } from './regex-problems.ts'
import classes from '../settings.module.css'

interface Props {
  rows: readonly ActionRow[]
  /** Null for a new one. */
  exception: Exception | null
  onDone: (exception: Exception) => void
  onClose: () => void
}

const nameLabels = { URI: 'Address', Cookie: 'Cookies', 'Request-Header': 'Request header' } as const
const operatorLabels = { CONTAIN: 'contains', 'NOT-CONTAIN': 'doesn’t contain', REGEX: 'matches' } as const
const emptyMatch: FilterMatch = { name: 'URI', operator: 'CONTAIN', condition: '' }
const hints = {
  URI: 'Path and query, such as /checkout',
  Cookie: 'Names and values, such as session=',
  'Request-Header': 'The header’s value',
} as const

/** Adds or changes an exception. */
export default function ExceptionDialog({ rows, exception, onDone, onClose }: Props) {
  useRestoreFocus()
  const places = [null, ...rows]
  const [placeAt, setPlaceAt] = useState(
    Math.max(
      0,
      places.findIndex((place) => samePlace(place, exception?.place ?? null)),
    ),
  )
  const [direction, setDirection] = useState(exception?.filter.direction ?? 0)
  const [matches, setMatches] = useState<readonly FilterMatch[]>(exception?.filter.match ?? [emptyMatch])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (index: number, fields: Partial<FilterMatch>) => {
    setErrors({})
    setMatches(matches.map((match, i) => (i === index ? ({ ...match, ...fields } as FilterMatch) : match)))
  }
  const check = useMutation({ mutationFn: regexProblemsOf })
  const refuse = (problems: Readonly<Record<string, string>>) => {
    setErrors(problems)
    setTimeout(() => focusFirst(problems))
  }
  const submit = () => {
    const match = matches.map(withoutStrayHeader)
    const parsed = settingsParts.filter.safeParse({ ...exception?.filter, direction, match })
    if (!parsed.success) return refuse(problemsOf(parsed.error))
    const row = places[placeAt]
    const place = row ? { group: row.group, action: row.action, index: row.index } : null
    const done = () => onDone({ place, filter: parsed.data })
    if (!parsed.data.match.some(isRegex)) return done()
    check.mutate(parsed.data, {
      onSuccess: (problems) => (Object.keys(problems).length > 0 ? refuse(problems) : done()),
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={exception ? 'Edit exception' : 'Add exception'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Choice
          label="Applies to"
          labelShown
          value={String(placeAt)}
          options={places.map((place, i) => ({ value: String(i), label: place?.label ?? 'All actions' }))}
          onChange={(value) => setPlaceAt(Number(value))}
        />
        <SegmentedControl
          label="Effect"
          value={String(direction)}
          options={[
            { value: '0', label: 'Leave these out' },
            { value: '1', label: 'Only these' },
          ]}
          onChange={(value) => setDirection(Number(value))}
        />
        {matches.map((match, i) => (
          <div key={i} className={classes.match} role="group" aria-label={`Condition ${i + 1}`}>
            {matches.length > 1 && (
              <div className={classes.line}>
                <span className={classes.hint}>Condition {i + 1}</span>
                <IconButton
                  label={`Remove condition ${i + 1}`}
                  onClick={() => setMatches(matches.filter((_, other) => other !== i))}
                >
                  <CloseIcon />
                </IconButton>
              </div>
            )}
            <Choice
              label="Look at"
              labelShown
              value={match.name}
              options={matchNames.map((value) => ({ value, label: nameLabels[value] }))}
              onChange={(name) => change(i, { name } as Partial<FilterMatch>)}
            />
            {match.name === 'Request-Header' && (
              <TextInput
                className={classes.text}
                label="Header"
                name={`match.${i}.header_name`}
                value={match.header_name ?? ''}
                error={sentenceOf(errors[`match.${i}.header_name`])}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change(i, { header_name: event.currentTarget.value })}
              />
            )}
            <Choice
              label="Test"
              labelShown
              value={match.operator}
              options={matchOperators.map((value) => ({ value, label: operatorLabels[value] }))}
              onChange={(operator) => change(i, { operator } as Partial<FilterMatch>)}
            />
            <TextInput
              className={classes.text}
              label={isRegex(match) ? 'Regular expression' : 'Text'}
              name={`match.${i}.condition`}
              description={isRegex(match) ? 'RE2 syntax, such as ^/shop/(cart|checkout)' : hints[match.name]}
              value={match.condition}
              error={sentenceOf(errors[`match.${i}.condition`])}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
              {...(i === 0 ? { 'data-autofocus': true } : {})}
              onChange={(event) => change(i, { condition: event.currentTarget.value })}
            />
          </div>
        ))}
        {matches.length > 1 && <p className={classes.hint}>All conditions must match.</p>}
        <DialogFooter verb={exception ? 'Change exception' : 'Add exception'} busy={check.isPending} onCancel={onClose}>
          <Button
            variant="default"
            disabled={matches.length >= settingsLimits.matches}
            onClick={() => setMatches([...matches, emptyMatch])}
          >
            Add condition
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

/** Only a header has a name; one that was typed before something else was chosen is dropped. */
function withoutStrayHeader(match: FilterMatch): object {
  if (match.name === 'Request-Header') return match
  const { header_name: _, ...kept } = match
  return kept
}

function sentenceOf(problem: string | undefined): string | undefined {
  return problem && asFieldError(problem)
}
