import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { type CurrentSession, type SecondFactor, signIn } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import type { Refusal } from '../../api/session.ts'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../paths.ts'
import { openDashboard } from './enter.ts'
import { EmailField, SecretField } from './Fields.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { GuestForm } from './GuestForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { placeToOpen, startAt } from './place.ts'
import { refusalSentence } from './refusal.ts'
import { leaveForSignOn, SignOnButton, useSignOn } from './SignOnButton.tsx'
import classes from './sign-in.module.css'

// only for whoever has a second factor
const SecondStep = lazy(lazyWithRetry(() => import('./SecondStep.tsx')))

interface Props {
  baseUrl: string
  back: string | null
  refusal: Refusal | null
  /** Whether the service takes passkeys. */
  passkeys: boolean
}

/** Signs a person in, by cookie. */
export function EmailForm({ baseUrl, back, refusal, passkeys }: Props) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(false)
  const [second, setSecond] = useState<SecondFactor | null>(null)
  const signOn = useSignOn(email)
  const isOnly = signOn?.only === true

  const check = () => ({
    email: !email.trim()
      ? 'Enter your email address.'
      : email.includes('@')
        ? undefined
        : 'Enter an email address. To use an ID and a key, choose “Sign in with an API key”.',
    password: password === '' && !isOnly ? 'Enter your password.' : undefined,
  })
  const send = async () => {
    if (isOnly) return leaveForSignOn({ email, back, keep })
    const { session: current, second_factor: more } = await call(signIn, {
      body: { email: email.trim(), password, keep },
    })
    if (more) setSecond(more)
    else if (current) await enter(current)
  }
  const enter = async (current: CurrentSession) => {
    const place = placeToOpen(current, refusal, baseUrl)
    if (!place) {
      // this page offers the choice
      await revalidate()
      return
    }
    startAt(place, current)
    await openDashboard(back, place.credentials, navigate)
  }

  if (second) {
    const startOver = () => {
      setPassword('')
      setSecond(null)
    }
    return (
      <Suspense>
        <SecondStep second={second} keep={keep} onDone={enter} onBack={startOver} />
      </Suspense>
    )
  }
  return (
    <GuestForm
      title="Sign in"
      intro="Speed and uptime of your sites, in one place."
      notice={refusal && refusalSentence(refusal)}
      verb={isOnly ? 'Continue with single sign-on' : 'Sign in'}
      check={check}
      send={send}
      mismatch="That email address and password don’t match. Check both for typos, or set a new password."
      foot={
        <>
          {signOn?.available === true && !isOnly && <SignOnButton email={email} back={back} keep={keep} />}
          {passkeys && !isOnly && <PasskeyButton keep={keep} onDone={enter} />}
          <p className={classes.or}>
            <Link to={paths.signIn({ back: back ?? undefined, by: 'key' })}>Sign in with an API key</Link>
          </p>
          <p className={classes.hint}>
            No access yet? Ask somebody who has it to invite you, or your hosting provider. Partners ask the operator of
            the service.
          </p>
        </>
      }
    >
      {(errors) => (
        <>
          <EmailField value={email} onChange={setEmail} error={errors['email']} />
          {!isOnly && (
            <SecretField
              name="password"
              label="Password"
              value={password}
              onChange={setPassword}
              error={errors['password']}
              autoComplete="current-password"
            />
          )}
          <div className={classes.beside}>
            <Checkbox
              label="Keep me signed in"
              checked={keep}
              onChange={(event) => setKeep(event.currentTarget.checked)}
            />
            {!isOnly && <ForgotPassword email={email} />}
          </div>
        </>
      )}
    </GuestForm>
  )
}
