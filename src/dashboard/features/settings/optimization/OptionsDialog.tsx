import { useState } from 'react'
import { type ActionOptions, isActionName, settingsActions } from '../../../../contract/index.ts'
import { DraftDialog } from '../DraftDialog.tsx'
import type { ActionRow } from '../exceptions.ts'
import { OptionFields } from './OptionFields.tsx'
import { problemsOfOptions, valuesOf, optionsFrom } from './option-values.ts'

interface Props {
  row: ActionRow
  onDone: (options: ActionOptions) => void
  onClose: () => void
}

/** Changes what an action does. */
export default function OptionsDialog({ row, onDone, onClose }: Props) {
  const known: ActionOptions = isActionName(row.action) ? settingsActions[row.action].options : {}
  const [values, setValues] = useState(() => valuesOf(known, row.entry))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (fields: Partial<typeof values>) => {
    setErrors({})
    setValues({ ...values, ...fields })
  }
  const submit = () => {
    const options = optionsFrom(known, values)
    const problems = problemsOfOptions(row, options, values)
    if (Object.keys(problems).length > 0) setErrors(problems)
    else onDone(options)
  }
  return (
    <DraftDialog title={row.label} verb="Change options" onSubmit={submit} onClose={onClose}>
      <p>
        {row.description} {row.details}
      </p>
      <OptionFields known={known} values={values} errors={errors} isFirst onChange={change} />
    </DraftDialog>
  )
}
