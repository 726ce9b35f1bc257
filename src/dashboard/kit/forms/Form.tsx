import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BusyButton } from '../actions/BusyButton.tsx'
import { adviceAfterChange, ErrorState, titleAfterChange } from '../feedback/ErrorState.tsx'
import classes from './Form.module.css'
import { useDenial } from '../actions/denials.ts'
import { ReasonButton } from '../actions/ReasonButton.tsx'
import { DraftRestoredNotice } from './DraftRestoredNotice.tsx'

interface Props {
  /** The submit button's label. */
  verb: string
  /** Marks the submit button as destructive. */
  danger?: boolean
  /** False until what has to be typed first is typed. */
  ready?: boolean
  cancelTo: string
  /** Why the form can't be submitted at the moment. */
  disabledReason?: string | undefined
  /** As of a `ReasonButton`. */
  does?: string
  busy: boolean
  /** An error about the form as a whole. */
  failed?: { readonly title: string; readonly error: unknown } | null
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  /** The saved draft of the form's values. */
  draft?: { readonly restored: boolean; readonly startOver: () => void; readonly done: () => void }
  children: ReactNode
}

/** A form's fields, error and buttons. Values stay in place when submitting fails. */
export function Form({
  verb,
  danger = false,
  ready = true,
  cancelTo,
  disabledReason: reason,
  does,
  busy,
  failed,
  onSubmit,
  draft,
  children,
}: Props) {
  const disabledReason = useDenial(does) ?? reason
  return (
    <form
      className={classes.form}
      onSubmit={disabledReason === undefined ? onSubmit : (event) => event.preventDefault()}
      noValidate
    >
      {draft?.restored && <DraftRestoredNotice onStartOver={draft.startOver} />}
      {children}
      {failed && (
        <ErrorState
          error={failed.error}
          title={titleAfterChange(failed.error, failed.title)}
          advice={adviceAfterChange(failed.error)}
        />
      )}
      <div className={classes.actions}>
        {disabledReason === undefined ? (
          <BusyButton type="submit" {...(danger ? { color: 'danger' } : {})} loading={busy} disabled={!ready}>
            {verb}
          </BusyButton>
        ) : (
          <ReasonButton disabledReason={disabledReason} onClick={() => undefined}>
            {verb}
          </ReasonButton>
        )}
        <Button variant="default" component={Link} to={cancelTo} onClick={draft?.done}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>
}
