import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { signInWithCode, type CurrentSession, type SecondFactor } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { focusOnMount } from '../../kit/navigation/focus.ts'
import { GuestForm } from './GuestForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import classes from './sign-in.module.css'

interface Props {
  second: SecondFactor
  keep: boolean
  onDone: (current: CurrentSession) => Promise<void>
  onBack: () => void
}

const ways = ['authenticator', 'passkey', 'recovery_code'] as const
type Way = (typeof ways)[number]

const words: Readonly<Record<Way, { title: string; intro: string; use: string }>> = {
  authenticator: {
    title: 'Enter the code of your app',
    intro: 'Open your authenticator app and enter its code for Site Performance. You have 5 minutes.',
    use: 'Use the authenticator app',
  },
  passkey: {
    title: 'Use your passkey',
    intro: 'The password is right. Your passkey completes the sign-in, within 5 minutes.',
    use: 'Use a passkey',
  },
  recovery_code: {
    title: 'Enter a recovery code',
    intro: 'Enter one of the codes that you saved when you set up your second factor. Each works once.',
    use: 'Use a recovery code',
  },
}

/** Completes a sign-in after the password. */
export default function SecondStep({ second, keep, onDone, onBack }: Props) {
  const known = ways.filter((way) => second.kinds.includes(way))
  const [way, setWay] = useState<Way>(known[0] ?? 'recovery_code')
  const [code, setCode] = useState('')

  const send = async () => {
    const kind = way === 'recovery_code' ? way : 'authenticator'
    const { session } = await call(signInWithCode, { body: { kind, code: code.trim() } })
    if (session) await onDone(session)
  }
  const foot = (
    <>
      {known
        .filter((other) => other !== way)
        .map((other) => (
          <Button
            key={other}
            variant="default"
            fullWidth
            onClick={() => {
              setWay(other)
              setCode('')
            }}
          >
            {words[other].use}
          </Button>
        ))}
      <Button variant="default" fullWidth onClick={onBack}>
        Start over
      </Button>
      <p className={classes.hint}>
        Lost all of them? Ask the operator of the service, who removes them once they know that it’s you.
      </p>
    </>
  )
  if (way === 'passkey') {
    return (
      <div className={classes.form}>
        <div>
          <h1 tabIndex={-1} ref={focusOnMount}>
            {words.passkey.title}
          </h1>
          <p className={classes.hint}>{words.passkey.intro}</p>
        </div>
        <PasskeyButton keep={keep} second onDone={onDone} />
        {foot}
      </div>
    )
  }
  return (
    <GuestForm
      key={way}
      title={words[way].title}
      intro={words[way].intro}
      verb="Continue"
      check={() => ({ code: code.trim() === '' ? 'Enter a code.' : undefined })}
      send={send}
      mismatch="The sign-in took too long, or too many codes were wrong. Start over."
      foot={foot}
    >
      {(errors) => (
        <TextInput
          ref={focusOnMount}
          name="code"
          label={way === 'recovery_code' ? 'Recovery code' : 'Code'}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={errors['code']}
          autoComplete="one-time-code"
          inputMode={way === 'recovery_code' ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </GuestForm>
  )
}
