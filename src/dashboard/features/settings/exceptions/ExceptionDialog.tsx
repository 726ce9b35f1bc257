import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { problemsOf, settingsLimits, settingsParts } from '../../../../contract/index.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import { type ActionRow, type Exception, samePlace } from '../exceptions.ts'
import { FilterFields, newFilter, withCondition, withoutStrayHeaders } from './FilterFields.tsx'
import { isRegex, regexProblemsOf } from './regex-problems.ts'

interface Props {
  rows: readonly ActionRow[]
  /** Null for a new one. */
  exception: Exception | null
  onDone: (exception: Exception) => void
  onClose: () => void
}

/** Adds or changes an exception. */
export default function ExceptionDialog({ rows, exception, onDone, onClose }: Props) {
  const places = [null, ...rows]
  const [placeAt, setPlaceAt] = useState(
    Math.max(
      0,
      places.findIndex((place) => samePlace(place, exception?.place ?? null)),
    ),
  )
  const [filter, setFilter] = useState(exception?.filter ?? newFilter(0))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const check = useMutation({ mutationFn: regexProblemsOf })
  const refuse = (problems: Readonly<Record<string, string>>) => {
    setErrors(problems)
    setTimeout(() => focusFirst(problems))
  }
  const submit = () => {
    const parsed = settingsParts.filter.safeParse(withoutStrayHeaders(filter))
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
    <DraftDialog
      title={exception ? 'Edit exception' : 'Add exception'}
      verb={exception ? 'Change exception' : 'Add exception'}
      busy={check.isPending}
      onSubmit={submit}
      onClose={onClose}
      buttons={
        <Button
          variant="default"
          disabled={filter.match.length >= settingsLimits.matches}
          onClick={() => setFilter(withCondition(filter))}
        >
          Add condition
        </Button>
      }
    >
      <Choice
        label="Applies to"
        labelShown
        value={String(placeAt)}
        options={places.map((place, i) => ({ value: String(i), label: place?.label ?? 'All actions' }))}
        onChange={(value) => setPlaceAt(Number(value))}
      />
      <FilterFields
        filter={filter}
        errors={errors}
        onChange={(next) => {
          setErrors({})
          setFilter(next)
        }}
      />
    </DraftDialog>
  )
}
