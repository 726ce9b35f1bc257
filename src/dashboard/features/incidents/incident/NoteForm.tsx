import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { noteLimits } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { adviceAfterChange, ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { forgetDraft, keepDraft, keptDraft } from '../../../kit/forms/drafts.ts'
import { addNote } from '../reads.ts'
import classes from './incident.module.css'

interface Props {
  scope: Scope
  incident: string
  onClose: () => void
}

/** Takes a note about an incident. What was typed stays until it's saved or dropped. */
export function NoteForm({ scope, incident, onClose }: Props) {
  const draft = draftOf(incident)
  const [text, setText] = useState(() => keptDraft(draft, z.string()) ?? '')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // whoever opened it wants to write
  useEffect(() => field.current?.focus(), [])
  const close = () => {
    forgetDraft(draft)
    onClose()
  }
  const save = async () => {
    if (busy || text.trim() === '') return
    setBusy(true)
    setFailed(null)
    try {
      await addNote(scope, incident, text)
      close()
    } catch (error) {
      setFailed(error)
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape' && text.trim() === '') close()
  }
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Textarea
        ref={field}
        label="Note"
        autosize={false}
        rows={3}
        maxLength={noteLimits.text}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          keepDraft(draft, value)
        }}
        onKeyDown={onKeyDown}
        aria-keyshortcuts="Control+Enter"
      />
      {failed !== null && (
        <ErrorState error={failed} title="Couldn’t save the note." advice={adviceAfterChange(failed)} />
      )}
      <div className={classes.buttons}>
        <ReasonButton
          does="incidents.addNote"
          type="submit"
          variant="default"
          loading={busy}
          disabled={text.trim() === ''}
        >
          Save note
        </ReasonButton>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const draftOf = (incident: string) => `note ${incident}`

/** Whether a note was begun and is still to be saved. */
export function isNoteBegun(incident: string): boolean {
  return (keptDraft(draftOf(incident), z.string()) ?? '').trim() !== ''
}
