import { useState } from 'react'
import { beginPasskeySignIn, signInWithPasskey, type CurrentSession } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { Failure } from './GuestForm.tsx'
import { failureSentence } from './verify.ts'

// only for whoever has a passkey
const passkeys = lazyWithRetry(() => import('./passkey.ts'))

interface Props {
  keep: boolean
  /** Whether the password came first. */
  second?: boolean
  onDone: (current: CurrentSession) => Promise<void>
}

/** Signs in with a passkey, alone or after the password. */
export function PasskeyButton({ keep, second = false, onDone }: Props) {
  const [failed, setFailed] = useState<{ error: unknown; words: string } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setIsBusy(true)
    setFailed(null)
    try {
      const { askForPasskey } = await passkeys()
      const { options } = await call(beginPasskeySignIn, { body: { second } })
      const passkey = await askForPasskey(options)
      const { session } = await call(signInWithPasskey, { body: { passkey, keep } })
      if (session) await onDone(session)
    } catch (error) {
      const mismatch = 'This passkey isn’t known here, or the sign-in took too long. Try again.'
      const problem = await passkeys().then(
        ({ passkeyProblem }) => passkeyProblem(error),
        () => null,
      )
      setFailed({ error, words: problem ?? failureSentence(error, '/api', false, mismatch) })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <BusyButton variant={second ? 'filled' : 'default'} loading={isBusy} fullWidth onClick={() => void press()}>
        {second ? 'Use a passkey' : 'Sign in with a passkey'}
      </BusyButton>
      {failed && (
        <Notice tone="critical" urgent>
          <Failure error={failed.error} words={failed.words} />
        </Notice>
      )}
    </>
  )
}
