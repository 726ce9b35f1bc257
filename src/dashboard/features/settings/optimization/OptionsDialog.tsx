import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type ActionOptions, isActionName, settingsActions } from '../../../../contract/index.ts'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { DialogFooter } from '../DialogFooter.tsx'
import type { ActionRow } from '../exceptions.ts'
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
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: event.currentTarget.value }),
  })
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
        {'maxAge' in known && (
          <TextInput
            label="Keep pages for"
            description="In seconds, at most 86,400 (one day)."
            inputMode="numeric"
            data-autofocus
            {...field('maxAge')}
          />
        )}
        {'sessionCookies' in known && (
          <Textarea
            label="Session cookies"
            description="One name per line. Visitors who send one of them are sent to your server. A * at the end stands for any ending."
            rows={8}
            spellCheck={false}
            {...field('sessionCookies')}
          />
        )}
        {'harmlessCookies' in known && (
          <Textarea
            label="Harmless cookies"
            description="One name per line. Visitors who send any cookie that isn’t here are sent to your server, too."
            rows={8}
            spellCheck={false}
            {...field('harmlessCookies')}
          />
        )}
        {'parameters' in known && (
          <Textarea
            label="Query parameters to ignore"
            description="One name per line. A * at the end stands for any ending."
            rows={8}
            spellCheck={false}
            data-autofocus
            {...field('parameters')}
          />
        )}
        <DialogFooter verb="Change options" onCancel={onClose} />
      </form>
    </Modal>
  )
}
