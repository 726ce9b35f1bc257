import { useState, type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../../client/errors.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { RetryCountdown } from '../../kit/feedback/RetryCountdown.tsx'
import { focusFirst, problemsFrom } from '../../kit/forms/field-problems.ts'
import classes from './sign-in.module.css'
import { failureSentence } from './verify.ts'

type Errors = Readonly<Record<string, string>>

interface Props {
  title: string
  /** What the page is for, in a sentence. */
  intro: ReactNode
  /** Something to know first, such as why the last session ended. */
  notice?: string | null
  verb: string
  /** What is wrong with the fields before anybody is asked, by their names. */
  check: () => Readonly<Record<string, string | undefined>>
  send: () => Promise<unknown>
  /** What to say if what was entered doesn't belong together. */
  mismatch?: string
  /** The fields, with what is wrong with them. */
  children: (errors: Errors) => ReactNode
  /** Below the button. */
  foot?: ReactNode
}

/** A form of a page that nobody needs to be signed in for. What was typed stays when it fails. */
export function GuestForm({ title, intro, notice, verb, check, send, mismatch, children, foot }: Props) {
  const [errors, setErrors] = useState<Errors>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  const show = (found: Errors): boolean => {
    // the first of them takes the focus, so it has to be there
    flushSync(() => setErrors(found))
    focusFirst(found)
    return Object.keys(found).length > 0
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = Object.entries(check()).flatMap(([name, problem]) => (problem ? [[name, problem] as const] : []))
    if (show(Object.fromEntries(found))) return
    setIsBusy(true)
    setFailed(null)
    try {
      await send()
    } catch (error) {
      if (!show(problemsFrom(error))) setFailed(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={classes.hint}>{intro}</p>
      </div>
      {failed !== null ? (
        <Notice tone="critical" urgent>
          <Failure error={failed} words={failureSentence(failed, '/api', false, mismatch)} />
        </Notice>
      ) : (
        notice && (
          <Notice tone="warning" urgent>
            {notice}
          </Notice>
        )
      )}
      {children(errors)}
      <BusyButton type="submit" loading={isBusy} fullWidth>
        {verb}
      </BusyButton>
      {foot}
    </form>
  )
}

/** What failed, which counts down where one has to wait. */
export function Failure({ error, words }: { error: unknown; words: string }) {
  if (!(error instanceof ApiError) || error.kind !== 'too-many' || !error.retryAfter) return words
  return (
    <>
      Too many attempts. <RetryCountdown error={error} />
    </>
  )
}
