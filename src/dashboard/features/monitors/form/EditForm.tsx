import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Monitor } from '../../../../contract/index.ts'
import { isExtensionMissing } from '../../../../client/errors.ts'
import { update, type Capabilities } from '../reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { BusyButton } from '../../../kit/actions/BusyButton.tsx'
import { adviceAfterChange, ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { DraftRestoredNotice } from '../../../kit/forms/DraftRestoredNotice.tsx'
import { plural } from '../../../kit/format/format.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import classes from '../monitors-and-tests.module.css'
import { Advanced } from './Advanced.tsx'
import { changeOf, problemsInChange } from './change.ts'
import { draftFrom, type Draft } from './draft.ts'
import { Locations } from './Locations.tsx'
import { focusFirst, problemsFrom } from '../../../kit/forms/field-problems.ts'
import { Product } from './RequestPreview.tsx'
import { Schedule } from './Schedule.tsx'
import { Target } from './Target.tsx'
import { useDraft } from './use-draft.ts'

interface Props {
  scope: Scope
  id: string
  monitor: Monitor
  offer: Capabilities | null
  /** Identifies the form's draft, which survives a reload. */
  name: string
}

/** The form that changes a monitor. */
export function EditForm({ scope, id, monitor, offer, name }: Props) {
  const navigate = useNavigate()
  const { draft, change, passwordLost, done, isChanged, ...kept } = useDraft(name, draftFrom(monitor, 'monitor', true))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const to = paths.monitor(scope, id)

  const startOver = () => {
    kept.startOver()
    setErrors({})
    setFailed(null)
  }

  const showProblems = (problems: Readonly<Record<string, string>>) => {
    setErrors(problems)
    // after the fields show their errors
    setTimeout(() => focusFirst(problems))
  }

  const save = async () => {
    if (busy || !isChanged) return
    const problems = problemsInChange(draft, monitor)
    if (Object.keys(problems).length > 0) return showProblems(problems)
    setBusy(true)
    setErrors({})
    setFailed(null)
    try {
      await update(scope, id, changeOf(draft, monitor))
    } catch (error) {
      const found = problemsFrom(error)
      if (Object.keys(found).length > 0) showProblems(found)
      else setFailed(error)
      return
    } finally {
      setBusy(false)
    }
    done()
    toast(`${draft.name} saved`)
    void navigate(to)
  }

  const errorCount = Object.keys(errors).length
  const section = {
    kind: 'monitor' as const,
    isEdit: true,
    draft,
    errors,
    offer,
    example: draft.addresses,
    onChange: (next: Partial<Draft>) => change(next, setErrors),
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={classes.sections}>
        {kept.restored && <DraftRestoredNotice onStartOver={startOver} />}
        {failed !== null && <ErrorState error={failed} title="Couldn’t save the monitor." advice={adviceFor(failed)} />}
        <Target {...section} />
        <Locations {...section} />
        <Schedule {...section} />
        <Advanced {...section} passwordLost={passwordLost} />
      </div>
      <aside className={classes.makes} aria-labelledby="summary">
        <h2 id="summary">Summary</h2>
        <Product kind="monitor" draft={draft} addresses={1} />
        <p className={classes.hint}>
          The samples are kept. If you change what is measured, a running monitor takes a new sample right after you
          save.
        </p>
        {isChanged ? (
          <BusyButton type="submit" loading={busy}>
            Save changes
          </BusyButton>
        ) : (
          <ReasonButton disabledReason="Nothing has changed." onClick={() => undefined}>
            Save changes
          </ReasonButton>
        )}
        <Button variant="default" component={Link} to={to}>
          Cancel
        </Button>
        <p className={classes.hint} role="status">
          {errorCount > 0 ? `${plural(errorCount, 'field needs', 'fields need')} attention.` : ''}
        </p>
      </aside>
    </form>
  )
}

function adviceFor(error: unknown): string {
  return isExtensionMissing(error)
    ? 'This service may not support changing monitors. You can clone this one and delete it.'
    : adviceAfterChange(error)
}
