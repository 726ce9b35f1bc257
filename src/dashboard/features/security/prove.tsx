import { useState } from 'react'
import { beginPasskey, type Factors, proveYourself } from '../../../contract/index.ts'
import { changeFactors } from './change-factors.ts'
import { call } from '../../api/client.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { answered, confirm, type Question } from '../../kit/dialogs/confirm.ts'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { SecretField } from '../sign-in/Fields.tsx'
import { passkeyProblem, askForPasskey } from '../sign-in/passkey.ts'
import classes from './security.module.css'

/** Continues with a change of factors, after asking for the password or a passkey where that is too long ago. */
export function whenProved({ proved_until, passkeys }: Factors, goOn: () => void): void {
  // with time for the change itself
  if (proved_until !== null && Date.parse(proved_until) > Date.now() + 60_000) return goOn()
  let password = ''
  let isProved = false
  const question: Question = {
    title: 'Confirm that it’s you',
    body: (problems) => (
      <Proof
        hasPasskey={passkeys.length > 0}
        problem={problems['password']}
        onPassword={(typed) => (password = typed)}
        onProved={() => {
          isProved = true
          answered(question)
        }}
      />
    ),
    verb: 'Confirm',
    action: async () => {
      await changeFactors(proveYourself, { body: { password } })
      isProved = true
    },
    onClosed: () => {
      // the next dialog opens once this one is closed
      if (isProved) setTimeout(goOn)
    },
  }
  confirm(question)
}

interface Props {
  hasPasskey: boolean
  /** What is wrong with the password. */
  problem: string | undefined
  onPassword: (typed: string) => void
  onProved: () => void
}

function Proof({ hasPasskey, problem, onPassword, onProved }: Props) {
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setFailed(null)
    setIsBusy(true)
    try {
      const { options } = await call(beginPasskey, { body: { purpose: 'prove' } })
      await changeFactors(proveYourself, { body: { passkey: await askForPasskey(options) } })
      onProved()
    } catch (error) {
      setFailed(passkeyProblem(error) ?? `${reasonOf(error)} Try again, or use the password.`)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={classes.proof}>
      <p>To change how you sign in, enter your password again{hasPasskey && ', or use a passkey'}.</p>
      <SecretField
        name="password"
        label="Password"
        value={typed}
        onChange={(next) => {
          setTyped(next)
          onPassword(next)
        }}
        error={problem}
        autoComplete="current-password"
      />
      {hasPasskey && (
        <div>
          <BusyButton variant="default" loading={isBusy} onClick={() => void press()}>
            Use a passkey instead
          </BusyButton>
        </div>
      )}
      {failed !== null && (
        <Notice tone="critical" urgent>
          {failed}
        </Notice>
      )}
    </div>
  )
}
