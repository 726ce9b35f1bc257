import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { type ActionOptions, isActionName, settingsActions } from '../../../../contract/index.ts'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { DialogFooter } from '../DialogFooter.tsx'
import type { ActionRow } from '../exceptions.ts'
import { OptionFields } from './OptionFields.tsx'
import { problemsOfOptions, valuesOf, optionsFrom } from './option-values.ts'
import classes from '../settings.module.css'

interface Props {
  row: ActionRow
  onDone: (options: ActionOptions) => void
  onClose: () => void
}

/** Changes what an action does. */
export default function OptionsDialog({ row, onDone, onClose }: Props) {
  useRestoreFocus()
  const known: ActionOptions = isActionName(row.action) ? settingsActions[row.action].options : {}
  const [values, setValues] = useState(() => valuesOf(known, row.entry))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (fields: Partial<typeof values>) => {
    setErrors({})
    setValues({ ...values, ...fields })
  }
  return (
    <Modal opened onClose={onClose} title={row.label} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const options = optionsFrom(known, values)
          const problems = problemsOfOptions(row, options, values)
          if (Object.keys(problems).length > 0) setErrors(problems)
          else onDone(options)
        }}
      >
        <p>
          {row.description} {row.details}
        </p>
        <OptionFields known={known} values={values} errors={errors} isFirst onChange={change} />
        <DialogFooter verb="Change options" onCancel={onClose} />
      </form>
    </Modal>
  )
}
