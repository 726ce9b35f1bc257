import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { plural } from '../../../kit/format/format.ts'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { limitProblems, limitsOf, type TypedLimits } from '../limit-entry.ts'
import { LimitFields } from '../LimitFields.tsx'
import classes from '../monitors-and-tests.module.css'
import type { LimitsForMany } from './use-bulk.ts'

interface Props {
  /** How many monitors. */
  count: number
  /** Their type; undefined if they have several. */
  type: string | undefined
  onSet: (limits: LimitsForMany) => void
  onClose: () => void
}

/** Asks for the limits of several monitors. */
export default function LimitsDialog({ count, type, onSet, onClose }: Props) {
  useRestoreFocus()
  const [typed, setTyped] = useState<TypedLimits>({})
  const [removesOthers, setRemovesOthers] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const submit = () => {
    const problems = limitProblems(typed, type)
    setErrors(problems)
    if (Object.keys(problems).length > 0) return void setTimeout(() => focusFirst(problems))
    onClose()
    onSet({ limits: limitsOf(typed, type) ?? {}, removesOthers })
  }
  const isEmpty = limitsOf(typed, type) === null && !removesOthers
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Limits of ${plural(count, 'monitor')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className={classes.inside}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) submit()
        }}
      >
        <LimitFields
          type={type}
          typed={typed}
          errors={errors}
          onChange={(next) => {
            setTyped(next)
            setErrors({})
          }}
        />
        <Checkbox
          label="Remove all other limits"
          description="Otherwise, what you leave empty stays as it is."
          checked={removesOthers}
          onChange={({ currentTarget }) => setRemovesOthers(currentTarget.checked)}
        />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty}>
            Set limits
          </Button>
        </div>
      </form>
    </Modal>
  )
}
