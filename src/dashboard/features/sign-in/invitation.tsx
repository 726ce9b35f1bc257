import { Button, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { acceptInvitation, readInvitation, readSession, type ReplyOf } from '../../../contract/index.ts'
import { withArticle } from '../../../words/roles.ts'
import { ApiError } from '../../../client/errors.ts'
import { call } from '../../api/client.ts'
import { readConfig } from '../../api/config.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { paths } from '../../paths.ts'
import { roleMeanings } from '../people/role-meanings.ts'
import { isRole } from '../people/roles.ts'
import { openDashboard } from './enter.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { NewPasswordField, newPasswordProblem, SecretField } from './Fields.tsx'
import { Frame } from './Frame.tsx'
import { GuestForm } from './GuestForm.tsx'
import { useLinkToken } from './link-token.ts'
import { Outcome } from './Outcome.tsx'
import { placeOf, startAt } from './place.ts'
import classes from './sign-in.module.css'
import { signOut } from './sign-out.ts'

type Invitation = ReplyOf<typeof readInvitation>
type Person = { readonly name: string; readonly email: string } | null | undefined

const isOver = (error: unknown) => error instanceof ApiError && error.kind === 'conflict'

/** Where the link of an invitation leads. */
function InvitationPage() {
  const token = useLinkToken()
  useDocumentTitle('Invitation · Site Performance')
  const invitation = useQuery({
    // the token stays out of the query's key
    queryKey: ['invitation'],
    queryFn: ({ signal }) => call(readInvitation, { body: { token } }, { signal }),
    enabled: token !== '',
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const signedIn = useQuery({ queryKey: ['invited'], queryFn: () => call(readSession, {}), gcTime: 0 })
  if (token === '' || isOver(invitation.error)) return <Over />
  if (invitation.error) {
    return (
      <Frame>
        <div className={classes.form}>
          <h1 tabIndex={-1}>Invitation</h1>
          <ErrorState
            error={invitation.error}
            title="Couldn’t read the invitation."
            onRetry={() => void invitation.refetch()}
          />
        </div>
      </Frame>
    )
  }
  if (!invitation.data || signedIn.isPending) {
    return (
      <Frame>
        <div className={classes.form} role="status">
          <h1 tabIndex={-1}>Invitation</h1>
          <p className={classes.hint}>Reading the invitation…</p>
        </div>
      </Frame>
    )
  }
  const person = signedIn.data?.session?.person
  // such a session is for the places of who vouched for it
  if (person && /^(?:link|sign_on)$/.test(signedIn.data?.session?.method ?? '')) {
    return (
      <Frame>
        <Outcome
          title="Sign out to accept"
          actions={
            <Button onClick={() => void signOut(true).then(() => signedIn.refetch())}>Sign out and go on</Button>
          }
        >
          You’re signed in {signedIn.data?.session?.method === 'link' ? 'by a link of your host' : 'by single sign-on'},
          which doesn’t accept invitations. Sign out to accept this one with a password.
        </Outcome>
      </Frame>
    )
  }
  return <Open token={token} invitation={invitation.data} person={person} onSignedOut={() => signedIn.refetch()} />
}

export { InvitationPage as Component }

function Over() {
  return (
    <Frame>
      <Outcome title="This invitation no longer works" actions={<Link to={paths.signIn()}>Go to sign-in</Link>}>
        It works once, within 7 days, and may have been withdrawn or replaced by a later one. If you have accepted it,
        sign in. Otherwise ask whoever invited you to send it again.
      </Outcome>
    </Frame>
  )
}

interface OpenProps {
  token: string
  invitation: Invitation
  /** Who is signed in here. */
  person: Person
  onSignedOut: () => unknown
}

function Open({ token, invitation, person, onSignedOut }: OpenProps) {
  const navigate = useNavigate()
  const { email, known, kind, id, name: place, role, invited_by: by, expires_at: end } = invitation
  // the operator's first invitation is for whoever has it
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isGone, setIsGone] = useState(false)
  const isSame = person != null && (email === null || person.email.toLowerCase() === email.toLowerCase())

  if (isGone) return <Over />
  if (person && !isSame) {
    return (
      <Frame>
        <Outcome
          title="This invitation is for somebody else"
          actions={<Button onClick={() => void signOut(true).then(onSignedOut)}>Sign out and go on</Button>}
        >
          It was sent to {email}, and {person.email} is signed in here. Sign out to accept it as {email}, or open its
          link in another browser.
        </Outcome>
      </Frame>
    )
  }
  const check = () => {
    if (isSame) return {}
    if (known) return { password: password === '' ? 'Enter your password.' : undefined }
    return {
      ...(email === null && { email: typed.trim() ? undefined : 'Enter your email address.' }),
      name: name.trim() ? undefined : 'Enter your name.',
      password: newPasswordProblem(password),
    }
  }
  const send = async () => {
    const address = email === null ? { email: typed.trim() } : {}
    const own = isSame ? {} : known ? { password } : { ...address, name: name.trim(), password }
    try {
      const { session: current } = await call(acceptInvitation, { body: { token, ...own, keep: false } })
      const joined = current?.memberships.find((one) => one.id === id)
      if (!current || !joined) return
      const at = placeOf(current, joined, (await readConfig()).baseUrl)
      startAt(at, current)
      await openDashboard(null, at.credentials, navigate)
    } catch (error) {
      if (!isOver(error)) throw error
      setIsGone(true)
    }
  }
  return (
    <Frame>
      <GuestForm
        title={`Join ${place}`}
        intro={
          <>
            {by === null ? 'You’re invited' : `${by} invites you`} as {withArticle(role)}
            {kind === 'partner' ? ', for all its accounts' : ''}. {isRole(role) && roleMeanings[role]} The invitation is
            open until <Time at={end} withoutAgo />.
          </>
        }
        verb={isSame || known ? 'Accept' : 'Accept and sign in'}
        check={check}
        send={send}
        mismatch="That isn’t the password of this email address. Check it for typos, or set a new one."
        foot={
          known && !isSame ? (
            <p>
              <ForgotPassword email={email ?? ''} />
            </p>
          ) : null
        }
      >
        {(errors) => (
          <>
            {email === null && !isSame ? (
              <TextInput
                name="email"
                type="email"
                label="Email"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                error={errors['email']}
                autoComplete="username"
              />
            ) : (
              <TextInput label="Email" value={email ?? person?.email ?? ''} readOnly autoComplete="username" />
            )}
            {!known && !isSame && (
              <TextInput
                name="name"
                label="Your name"
                description="Others see it beside what you do."
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                error={errors['name']}
                autoComplete="name"
              />
            )}
            {isSame ? null : known ? (
              <SecretField
                name="password"
                label="Your password"
                value={password}
                onChange={setPassword}
                error={errors['password']}
                autoComplete="current-password"
              />
            ) : (
              <NewPasswordField
                name="password"
                label="Password"
                value={password}
                onChange={setPassword}
                error={errors['password']}
              />
            )}
          </>
        )}
      </GuestForm>
    </Frame>
  )
}
