import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { answered, confirm, type Question } from './confirm.ts'
import classes from './ConfirmDialog.module.css'
import { BusyButton } from '../actions/BusyButton.tsx'
import { ReasonButton } from '../actions/ReasonButton.tsx'
import { adviceAfterChange, ErrorState } from '../feedback/ErrorState.tsx'
import { focusFirst, problemsFrom } from '../forms/field-problems.ts'
import { useRestoreFocus } from '../navigation/use-restore-focus.ts'
import { useTypedConfirmation } from '../forms/TypedConfirmation.tsx'

interface Props {
  question: Question
  /** For a dialog that is opened by the address. */
  onClose?: () => void
}

/** Asks a question, and stays until its action is over. */
export default function ConfirmDialog({ question, onClose = () => answered(question) }: Props) {
  useRestoreFocus()
  const { title, body, verb, danger = false, typed, action } = question
  const { field, isReady } = useTypedConfirmation(typed ?? '')
  const [state, setState] = useState<'asking' | 'doing' | { failed: unknown }>('asking')
  const isGone = useIsGone()
  const isDoing = state === 'doing'
  const close = () => {
    if (!isDoing) onClose()
  }
  const ready = typed === undefined || isReady
  const go = async () => {
    if (!ready || isDoing) return
    setState('doing')
    try {
      await action()
      if (isGone.current) answered(question)
      else onClose()
    } catch (failed) {
      // the page was left, or something else is asked: it's said where the person is now
      if (isGone.current) return confirm({ title, body: <Failed error={failed} />, action: async () => undefined })
      // the field takes the focus, so what is wrong has to be there
      flushSync(() => setState({ failed }))
      if (hasFields) focusFirst(problemsFrom(failed))
    }
  }
  const hasFields = typeof body === 'function'
  const problems = hasFields && typeof state === 'object' ? problemsFrom(state.failed) : {}
  const isAtField = Object.keys(problems).length > 0
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close', disabled: isDoing }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void go()
        }}
      >
        <div>{hasFields ? body(problems) : body}</div>
        {typed !== undefined && field}
        {typeof state === 'object' && !isAtField && <Failed error={state.failed} />}
        <div className={classes.actions}>
          <ReasonButton
            variant="default"
            disabledReason={isDoing ? 'It’s under way, and can’t be taken back.' : undefined}
            onClick={close}
          >
            {verb === undefined ? 'Close' : 'Cancel'}
          </ReasonButton>
          {verb !== undefined && (
            <BusyButton type="submit" {...(danger ? { color: 'danger' } : {})} loading={isDoing} disabled={!ready}>
              {verb}
            </BusyButton>
          )}
        </div>
      </form>
    </Modal>
  )
}

function Failed({ error }: { error: unknown }) {
  return <ErrorState error={error} title="The request failed." advice={adviceAfterChange(error)} />
}

/** Whether the component isn't on the screen any more, for what has waited meanwhile. */
function useIsGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
