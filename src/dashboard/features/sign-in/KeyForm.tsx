import { TextInput } from '@mantine/core'
import { useRef, useState, type ClipboardEvent, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { signInWithKey } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { cleanBaseUrl, isOnOrigin, type Credentials, type Role } from '../../api/credentials.ts'
import { session, type Refusal } from '../../api/session.ts'
import { deviceStorage } from '../../lib/storage.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { paths } from '../../paths.ts'
import { openDashboard } from './enter.ts'
import { SecretField } from './Fields.tsx'
import { Failure } from './GuestForm.tsx'
import { pairIn } from './pasted.ts'
import { placeToOpen, startAt } from './place.ts'
import { isOfKey, refusalSentence } from './refusal.ts'
import classes from './sign-in.module.css'
import { failureSentence, findRole } from './verify.ts'

type FieldName = 'id' | 'key' | 'baseUrl'

const roleKey = 'site-performance.role'

/** The role last used on this device, which is tried first; on a new one, that of most people. */
const lastRole = (): Role => (deviceStorage.get(roleKey) === 'partner' ? 'partner' : 'user')

interface Props {
  /** Of the service that serves this page. */
  baseUrl: string
  apiOrigins: readonly string[]
  /** Whether that service keeps sessions. */
  sessions: boolean
  back: string | null
  refusal: Refusal | null
}

/** Signs in with an ID and a key. Where the service keeps sessions, the browser doesn't keep the key. */
export function KeyForm({ baseUrl: defaultUrl, apiOrigins, sessions, back, refusal }: Props) {
  const hasChoice = apiOrigins.length > 0
  const navigate = useNavigate()
  const [id, setId] = useState(refusal && isOfKey(refusal) ? (refusal.impersonator?.partner.id ?? refusal.id) : '')
  const [key, setKey] = useState('')
  const [keep, setKeep] = useState(false)
  const [baseUrl, setBaseUrl] = useState(hasChoice ? (refusal?.baseUrl ?? defaultUrl) : defaultUrl)
  // what was opened, by hand or by an error, stays open
  const [isAdvanced, setIsAdvanced] = useState(baseUrl !== defaultUrl)
  const [failed, setFailed] = useState<{ readonly error: unknown; readonly words: string } | null>(null)
  const [checking, setChecking] = useState(false)
  const [errors, setErrors] = useState<Readonly<Partial<Record<FieldName, string>>>>({})
  const form = useRef<HTMLFormElement>(null)

  const fill = (text: string): boolean => {
    const pair = pairIn(text)
    if (!pair) return false
    setId(pair.id)
    setKey(pair.key)
    setErrors({})
    return true
  }
  const paste = (event: ClipboardEvent) => {
    // a field would drop the line break between the two
    if (fill(event.clipboardData.getData('text'))) event.preventDefault()
  }
  /** Both may also arrive at once without a paste, as from a phone's keyboard. */
  const typing = (before: string, set: (text: string) => void) => (text: string) => {
    if (text.length - before.length < 2 || !fill(text)) set(text)
  }

  const begin = async (typed: { id: string; key: string; baseUrl: string }): Promise<Credentials | null> => {
    if (sessions && typed.baseUrl === defaultUrl) {
      const { session: current } = await call(signInWithKey, { body: { id: typed.id, key: typed.key, keep } })
      const place = current && placeToOpen(current, refusal, defaultUrl)
      if (!current || !place) return null
      startAt(place, current)
      return place.credentials
    }
    const credentials = await findRole(typed, refusal?.role ?? lastRole())
    deviceStorage.set(roleKey, credentials.role)
    session.start(credentials, keep)
    return credentials
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const cleanUrl = cleanBaseUrl(baseUrl)
    const validUrl = cleanUrl === defaultUrl || isOnOrigin(cleanUrl, apiOrigins) ? cleanUrl : undefined
    const found = {
      ...(!id.trim()
        ? { id: 'Enter your ID.' }
        : id.includes('@')
          ? {
              id: sessions
                ? 'Enter your ID, not an email address.'
                : 'Enter your ID, not an email address. It’s in your welcome email.',
            }
          : {}),
      ...(key.trim() ? {} : { key: 'Enter your key.' }),
      ...(validUrl ? {} : { baseUrl: `Enter a path, such as /api, or an address on ${apiOrigins.join(', ')}.` }),
    }
    // the first of them takes the focus, so it has to be there
    flushSync(() => {
      setErrors(found)
      if (!validUrl) setIsAdvanced(true)
    })
    const [first] = Object.keys(found)
    if (first || !validUrl) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    setChecking(true)
    setFailed(null)
    try {
      const credentials = await begin({ id: id.trim(), key: key.trim(), baseUrl: validUrl })
      if (!credentials) return
      await openDashboard(back, credentials, navigate)
    } catch (error) {
      setFailed({ error, words: failureSentence(error, validUrl, hasChoice) })
    } finally {
      setChecking(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onPaste={paste} noValidate ref={form}>
      <div>
        <h1 tabIndex={-1}>Sign in</h1>
        <p className={classes.hint}>Speed and uptime of your sites, in one place.</p>
      </div>
      {failed ? (
        <Notice tone="critical" urgent>
          <Failure {...failed} />
        </Notice>
      ) : (
        refusal && (
          <Notice tone="critical" urgent>
            {refusalSentence(refusal)}
          </Notice>
        )
      )}
      <TextInput
        name="id"
        label="Partner or account ID"
        value={id}
        onChange={(event) => typing(id, setId)(event.currentTarget.value)}
        error={errors.id}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SecretField
        name="key"
        label="API key"
        what="key"
        value={key}
        onChange={(text) => typing(key, setKey)(text)}
        error={errors.key}
        autoComplete="current-password"
      />
      <Checkbox
        label="Keep me signed in on this device"
        checked={keep}
        onChange={(event) => setKeep(event.currentTarget.checked)}
      />
      {hasChoice && (
        <details open={isAdvanced} onToggle={(event) => setIsAdvanced(event.currentTarget.open)}>
          <summary>Advanced</summary>
          <TextInput
            name="baseUrl"
            label="Base URL"
            description={`The address of the service’s API, here or on ${apiOrigins.join(', ')}.`}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
            error={errors.baseUrl}
            spellCheck={false}
            inputMode="url"
          />
        </details>
      )}
      <BusyButton type="submit" loading={checking} fullWidth>
        Sign in
      </BusyButton>
      {sessions ? (
        <p className={classes.or}>
          <Link to={paths.signIn({ back: back ?? undefined, by: 'email' })}>Sign in with an email address</Link>
        </p>
      ) : (
        <p className={classes.hint}>
          No access yet? Ask your hosting provider for an account ID and a key. Partners ask the operator of the
          service.
        </p>
      )}
    </form>
  )
}
