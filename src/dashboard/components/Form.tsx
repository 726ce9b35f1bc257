import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adviceAfterChange, ErrorState } from './ErrorState.tsx'
import classes from './Form.module.css'
import { Restored } from './Restored.tsx'

interface Props {
  /** The verb on its button. */
  verb: string
  /** It destroys something. */
  danger?: boolean
  cancelTo: string
  busy: boolean
  /** What the service refused as a whole. */
  failed?: { readonly title: string; readonly error: unknown } | null
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  /** What becomes of the draft of what is typed. */
  draft?: { readonly restored: boolean; readonly startOver: () => void; readonly done: () => void }
  children: ReactNode
}

/** A form's frame: fields, what went wrong, and its two buttons. Nothing typed is lost when it fails. */
export function Form({ verb, danger = false, cancelTo, busy, failed, onSubmit, draft, children }: Props) {
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {draft?.restored && <Restored onStartOver={draft.startOver} />}
      {children}
      {failed && <ErrorState error={failed.error} title={failed.title} advice={adviceAfterChange(failed.error)} />}
      <div className={classes.actions}>
        <Button type="submit" {...(danger ? { color: 'danger' } : {})} loading={busy}>
          {verb}
        </Button>
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
