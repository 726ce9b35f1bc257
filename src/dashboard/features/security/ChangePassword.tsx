import '@mantine/core/styles/PasswordInput.css'
import { useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { changePassword } from '../../../contract/index.ts'
import { change } from '../../api/change.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { adviceAfterChange, ErrorState, titleAfterChange } from '../../kit/feedback/ErrorState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { focusFirst, problemsFrom } from '../../kit/forms/field-problems.ts'
import { NewPasswordField, newPasswordProblem, SecretField } from '../sign-in/Fields.tsx'
import classes from './security.module.css'

/** Replaces one's password. */
export function ChangePassword() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const show = (found: Readonly<Record<string, string>>): boolean => {
    flushSync(() => setErrors(found))
    focusFirst(found)
    return Object.keys(found).length > 0
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setFailed(null)
    const problem = newPasswordProblem(next)
    const found = {
      ...(current === '' ? { current_password: 'Enter your password.' } : {}),
      ...(problem === undefined ? {} : { new_password: problem }),
    }
    if (show(found)) return
    setIsBusy(true)
    try {
      await change(changePassword, { body: { current_password: current, new_password: next } })
      setCurrent('')
      setNext('')
      toast('Password changed. Your other sessions have ended.')
    } catch (error) {
      if (!show(problemsFrom(error))) setFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>All your other sessions end when you change it.</p>
      <SecretField
        name="current_password"
        label="Current password"
        value={current}
        onChange={setCurrent}
        error={errors['current_password']}
        autoComplete="current-password"
      />
      <NewPasswordField
        name="new_password"
        label="New password"
        value={next}
        onChange={setNext}
        error={errors['new_password']}
      />
      {failed !== null && (
        <ErrorState
          error={failed}
          title={titleAfterChange(failed, 'The password wasn’t changed.')}
          advice={adviceAfterChange(failed)}
        />
      )}
      <div>
        <BusyButton type="submit" loading={isBusy}>
          Change password
        </BusyButton>
      </div>
    </form>
  )
}
