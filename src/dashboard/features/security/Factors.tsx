import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  factorLimits,
  type Factors as FactorsRecord,
  type PasskeyRecord,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
} from '../../../contract/index.ts'
import { changeFactors } from './change-factors.ts'
import { call } from '../../api/client.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { download } from '../../kit/actions/download.ts'
import { MoreMenu } from '../../kit/actions/MoreMenu.tsx'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { adviceAfterChange, ErrorState, isUnsure, reasonOf, titleAfterChange } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { focusFirst, problemsFrom } from '../../kit/forms/field-problems.ts'
import { useShownOnce } from '../../kit/forms/use-shown-once.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { CopyButton, CopyValue } from '../../kit/values/CopyValue.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { makePasskey, passkeyProblem, whyNoPasskeys } from '../sign-in/passkey.ts'
import { whenProved } from './prove.tsx'
import { qrCode } from './qr-code.ts'
import classes from './security.module.css'

interface Props {
  factors: FactorsRecord
}

interface PasskeysProps extends Props {
  /** Whether the service takes passkeys at this address. */
  takesPasskeys: boolean
}

/** What shows, besides the password, who somebody is. */
export default function Factors({ factors, takesPasskeys }: PasskeysProps) {
  const { passkeys, authenticator } = factors
  const [isSetUp, setIsSetUp] = useState(false)
  return (
    <>
      {(takesPasskeys || passkeys.length > 0) && <Passkeys factors={factors} takesPasskeys={takesPasskeys} />}
      <AuthenticatorApp factors={factors} onSetUp={() => setIsSetUp(true)} />
      {(passkeys.length > 0 || authenticator !== null) && (
        <RecoveryCodes factors={factors} isNext={isSetUp} onReached={() => setIsSetUp(false)} />
      )}
    </>
  )
}

// what has taken the place of the button that made it
const focus = (element: HTMLElement | null) => element?.focus()

function Passkeys({ factors, takesPasskeys }: PasskeysProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    setProblem(null)
    setIsBusy(true)
    try {
      const { options } = await call(beginPasskey, { body: { purpose: 'add' } })
      const passkey = await makePasskey(options)
      await changeFactors(addPasskey, { body: { name: `Passkey ${factors.passkeys.length + 1}`, passkey } })
      toast('Passkey added')
    } catch (error) {
      setProblem(passkeyProblem(error) ?? `${titleAfterChange(error, 'The passkey wasn’t added.')} ${reasonOf(error)}`)
    } finally {
      setIsBusy(false)
    }
  }
  const columns: readonly Column<PasskeyRecord>[] = [
    { id: 'name', header: 'Name', grows: true, cell: ({ name }) => <strong>{name}</strong> },
    { id: 'since', header: 'Added', cell: ({ created_at }) => <Time at={created_at} stacked /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" stacked />,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      buttons: true,
      cell: (one) => (
        <MoreMenu
          label={`More about ${one.name}`}
          items={[
            { label: 'Rename…', onSelect: () => askForName(one) },
            { label: 'Remove…', isDanger: true, onSelect: () => whenProved(factors, () => askToRemove(one)) },
          ]}
        />
      ),
    },
  ]
  return (
    <Panel
      title="Passkeys"
      bare={factors.passkeys.length > 0}
      actions={
        takesPasskeys && (
          <ReasonButton
            variant="default"
            loading={isBusy}
            disabledReason={whyNoPasskeys()}
            onClick={() => whenProved(factors, () => void add())}
          >
            Add a passkey…
          </ReasonButton>
        )
      }
    >
      {problem !== null && (
        <Notice tone="critical" urgent>
          {problem}
        </Notice>
      )}
      {factors.passkeys.length === 0 ? (
        <p>
          Sign in with your fingerprint, face or PIN in place of the password. With one, the password alone no longer
          opens anything.
        </p>
      ) : (
        <DataTable label="Passkeys" columns={columns} rows={factors.passkeys} rowKey={({ id }) => id} />
      )}
    </Panel>
  )
}

function askForName({ id, name }: PasskeyRecord): void {
  let next = name
  confirm({
    title: `Rename ${name}`,
    body: (problems) => (
      <TextInput
        name="name"
        label="Name"
        defaultValue={name}
        maxLength={60}
        error={problems['name']}
        onChange={(event) => (next = event.currentTarget.value)}
      />
    ),
    verb: 'Rename',
    action: async () => {
      if (next !== name) await changeFactors(renamePasskey, { path: { passkey_id: id }, body: { name: next } })
    },
  })
}

function askToRemove({ id, name }: PasskeyRecord): void {
  confirm({
    title: `Remove ${name}?`,
    body: 'It no longer signs you in, and your other sessions end. Recovery codes go with the last factor.',
    verb: 'Remove',
    danger: true,
    action: async () => {
      await changeFactors(removePasskey, { path: { passkey_id: id } })
      toast('Passkey removed. Your other sessions have ended.')
    },
  })
}

interface NewApp {
  readonly secret: string
  readonly path: string
  readonly size: number
}

interface AppProps extends Props {
  onSetUp: () => void
}

function AuthenticatorApp({ factors, onSetUp }: AppProps) {
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
      ref={focus}
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

interface CodesProps extends Props {
  /** Whether it's what comes next, and takes the focus. */
  isNext: boolean
  onReached: () => void
}

function RecoveryCodes({ factors, isNext, onReached }: CodesProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isNext) return
    place.current?.focus()
    onReached()
  }, [isNext, onReached])
  const [made, setMade] = useState<readonly string[] | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { recovery_codes: codes } = factors
  const make = async () => {
    setFailed(null)
    setIsBusy(true)
    try {
      setMade((await changeFactors(replaceRecoveryCodes, {})).codes)
    } catch (error) {
      setFailed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={classes.place} role="group" aria-label="Recovery codes" tabIndex={-1} ref={place}>
      <Panel
        title="Recovery codes"
        actions={
          made === null && (
            <BusyButton variant="default" loading={isBusy} onClick={() => whenProved(factors, () => void make())}>
              {codes ? 'Make new codes…' : 'Make recovery codes…'}
            </BusyButton>
          )
        }
      >
        {made ? (
          <NewCodes
            codes={made}
            onSaved={() => {
              setMade(null)
              place.current?.focus()
            }}
          />
        ) : codes ? (
          <p>
            {codes.left} of {factorLimits.recoveryCodes} are left, made <Time at={codes.created_at} />. Each signs you
            in once, after the password, when you have nothing else at hand.
          </p>
        ) : (
          <Notice tone="warning">
            Without recovery codes, only the operator of the service can let you in again when your device is lost.
          </Notice>
        )}
        {failed !== null && (
          <ErrorState
            error={failed}
            title={titleAfterChange(failed, 'No codes were made.')}
            advice={isUnsure(failed) ? 'The earlier codes may no longer work. Make new ones.' : undefined}
          />
        )}
      </Panel>
    </div>
  )
}

function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  useShownOnce('These codes are shown only once. Keep them first.')
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.form} role="group" aria-label="New recovery codes" tabIndex={-1} ref={focus}>
      <Notice tone="warning" urgent>
        Keep these now: they are shown this once. Earlier ones no longer work.
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={text} what="codes" inWords />
        <Button
          variant="default"
          onClick={() => download('site-performance-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onSaved}>I have saved them</Button>
      </div>
    </div>
  )
}
