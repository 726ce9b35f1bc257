import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { answered, type Question } from './confirm.ts'
import classes from './ConfirmDialog.module.css'
import { BusyButton } from '../actions/BusyButton.tsx'
import { adviceAfterChange, ErrorState } from '../feedback/ErrorState.tsx'
import { focusFirst, problemsFrom } from '../forms/field-problems.ts'
import { useRestoreFocus } from '../navigation/use-restore-focus.ts'
import { useTypedConfirmation } from '../forms/TypedConfirmation.tsx'

interface Props {
  question: Question
  /** For a dialog that is opened by the address. */
  onClose?: () => void
}

export default function ConfirmDialog({ question, onClose = answered }: Props) {
  useRestoreFocus()
  const { title, body, verb, danger = false, typed, action } = question
  const { field, isReady } = useTypedConfirmation(typed ?? '')
  const [state, setState] = useState<'asking' | 'doing' | { failed: unknown }>('asking')
  const ready = typed === undefined || isReady
  const go = async () => {
    if (!ready || state === 'doing') return
    setState('doing')
    try {
      await action()
      onClose()
    } catch (failed) {
      // the field takes the focus, so what is wrong has to be there
      flushSync(() => setState({ failed }))
      if (hasFields) focusFirst(problemsFrom(failed))
    }
  }
  const hasFields = typeof body === 'function'
  const problems = hasFields && typeof state === 'object' ? problemsFrom(state.failed) : {}
  const isAtField = Object.keys(problems).length > 0
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <div>{hasFields ? body(problems) : body}</div>
        {typed !== undefined && field}
        {typeof state === 'object' && !isAtField && (
          <ErrorState error={state.failed} title="The request failed." advice={adviceAfterChange(state.failed)} />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            type="submit"
            {...(danger ? { color: 'danger' } : {})}
            loading={state === 'doing'}
            disabled={!ready}
          >
            {verb}
          </BusyButton>
        </div>
      </form>
    </Modal>
  )
}
