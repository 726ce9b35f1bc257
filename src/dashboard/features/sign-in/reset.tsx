import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { requestReset, resetPassword } from '../../../contract/index.ts'
import { ApiError } from '../../../client/errors.ts'
import { call } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { EmailField, NewPasswordField, newPasswordProblem } from './Fields.tsx'
import { useTypedEmail } from './ForgotPassword.tsx'
import { Frame } from './Frame.tsx'
import { GuestForm } from './GuestForm.tsx'
import { Outcome } from './Outcome.tsx'
import { useLinkToken } from './link-token.ts'

/** Asks for a link to set a new password or, at the address of such a link, sets it. */
function ResetPage() {
  const token = useLinkToken()
  useDocumentTitle('New password · Site Performance')
  return <Frame>{token ? <SetPassword token={token} /> : <AskForLink />}</Frame>
}

export { ResetPage as Component }

function AskForLink() {
  const typed = useTypedEmail()
  const [email, setEmail] = useState(typed)
  const [sent, setSent] = useState<{ readonly email: string; readonly minutes: number } | null>(null)
  if (sent) {
    return (
      <Outcome title="Look into your mail" actions={<Link to={paths.signIn()}>Back to sign-in</Link>}>
        If {sent.email} belongs to somebody here, a link to set a new password is on its way there. It works once,
        within {sent.minutes} minutes. Nothing there? Look among the spam, then ask for another one.
      </Outcome>
    )
  }
  return (
    <GuestForm
      title="Forgot your password?"
      intro="We’ll mail you a link to set a new one."
      verb="Send the link"
      check={() => ({ email: email.includes('@') ? undefined : 'Enter your email address.' })}
      send={async () => setSent(await call(requestReset, { body: { email: email.trim() } }))}
      foot={
        <p>
          <Link to={paths.signIn()}>Back to sign-in</Link>
        </p>
      }
    >
      {(errors) => <EmailField value={email} onChange={setEmail} error={errors['email']} />}
    </GuestForm>
  )
}

function SetPassword({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [state, setState] = useState<'open' | 'over' | { readonly email: string }>('open')
  if (state === 'over') {
    return (
      <Outcome title="This link no longer works" actions={<Link to={paths.reset()}>Ask for another link</Link>}>
        It works once, within 30 minutes, and only the latest one does.
      </Outcome>
    )
  }
  if (state !== 'open') {
    return (
      <Outcome title="Password changed" isDone actions={<Link to={paths.signIn()}>Sign in</Link>}>
        All sessions of {state.email} have ended. Sign in with the new password.
      </Outcome>
    )
  }
  const send = async () => {
    try {
      setState(await call(resetPassword, { body: { token, new_password: password } }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error
      setState('over')
    }
  }
  return (
    <GuestForm
      title="Set a new password"
      intro="All your sessions end then, on every device."
      verb="Set password"
      check={() => ({ new_password: newPasswordProblem(password) })}
      send={send}
    >
      {(errors) => (
        <NewPasswordField
          name="new_password"
          label="New password"
          value={password}
          onChange={setPassword}
          error={errors['new_password']}
        />
      )}
    </GuestForm>
  )
}
