import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { beginAuthenticator, confirmAuthenticator, type Factors, removeAuthenticator } from '../../../contract/index.ts'
import { changeFactors } from './change-factors.ts'
import { call } from '../../api/client.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { adviceAfterChange, ErrorState, titleAfterChange } from '../../kit/feedback/ErrorState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { focusFirst, problemsFrom } from '../../kit/forms/field-problems.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { focusOnMount } from '../../kit/navigation/focus.ts'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { whenProved } from './prove.tsx'
import { qrCode } from './qr-code.ts'
import classes from './security.module.css'

interface NewApp {
  readonly secret: string
  readonly path: string
  readonly size: number
}

interface Props {
  factors: Factors
  onSetUp: () => void
}

/** The app whose codes the sign-in asks for after the password. */
export function AuthenticatorApp({ factors, onSetUp }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [app, setApp] = useState<NewApp | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const begin = async () => {
    setFailed(null)
    setIsBusy(true)
    try {
      const { secret, uri } = await call(beginAuthenticator, {})
      setApp({ secret, ...(await qrCode(uri)) })
    } catch (error) {
      setFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  const askToRemoveApp = () =>
    confirm({
      title: 'Remove the authenticator app?',
      body: 'Its codes no longer count, and your other sessions end. Recovery codes go with the last factor.',
      verb: 'Remove',
      danger: true,
      action: async () => {
        await changeFactors(removeAuthenticator, {})
        toast('Authenticator app removed. Your other sessions have ended.')
      },
    })
  return (
    <div className={classes.place} role="group" aria-label="Authenticator app" tabIndex={-1} ref={place}>
      <Panel
        title="Authenticator app"
        actions={
          factors.authenticator ? (
            <Button variant="default" onClick={() => whenProved(factors, askToRemoveApp)}>
              Remove…
            </Button>
          ) : (
            !app && (
              <BusyButton variant="default" loading={isBusy} onClick={() => whenProved(factors, () => void begin())}>
                Set up…
              </BusyButton>
            )
          )
        }
      >
        {factors.authenticator ? (
          <p>
            Set up <Time at={factors.authenticator.created_at} />. After the password, the sign-in asks for its code.
          </p>
        ) : app ? (
          <ConfirmApp
            app={app}
            onDone={() => {
              setApp(null)
              onSetUp()
            }}
            onCancel={() => {
              setApp(null)
              place.current?.focus()
            }}
          />
        ) : (
          <p>An app on your phone makes a code of 6 digits, which the sign-in asks for after the password.</p>
        )}
        {failed !== null && <ErrorState error={failed} title="The app wasn’t set up." />}
      </Panel>
    </div>
  )
}

interface ConfirmProps {
  app: NewApp
  onDone: () => void
  onCancel: () => void
}

function ConfirmApp({ app, onDone, onCancel }: ConfirmProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const problem = problemsFrom(error)['code']
  const send = async () => {
    setIsBusy(true)
    setError(null)
    try {
      await changeFactors(confirmAuthenticator, { body: { code: code.trim() } })
      toast('Authenticator app set up')
      onDone()
    } catch (refused) {
      // the field takes the focus, so what is wrong has to be there
      flushSync(() => setError(refused))
      focusFirst(problemsFrom(refused))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form
      className={classes.form}
      noValidate
      tabIndex={-1}
      ref={focusOnMount}
      aria-label="Set up the authenticator app"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>Scan the code with the app, or type the secret into it. Then enter the code that it shows.</p>
      <svg className={classes.qr} viewBox={`0 0 ${app.size} ${app.size}`} role="img" aria-label="QR code of the secret">
        <path d={app.path} />
      </svg>
      <CopyValue value={app.secret} what="secret" />
      <TextInput
        name="code"
        label="Code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={problem}
        autoComplete="one-time-code"
        inputMode="numeric"
      />
      {error !== null && problem === undefined && (
        <ErrorState
          error={error}
          title={titleAfterChange(error, 'The app wasn’t set up.')}
          advice={adviceAfterChange(error)}
        />
      )}
      <div className={classes.buttons}>
        <BusyButton type="submit" loading={isBusy}>
          Confirm
        </BusyButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
