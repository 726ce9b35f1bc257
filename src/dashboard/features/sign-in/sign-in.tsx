import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useRef, useState, type ClipboardEvent, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { readConfig } from '../../api/config.ts'
import { cleanBaseUrl, isOnOrigin, type Role } from '../../api/credentials.ts'
import { session, type Refusal } from '../../api/session.ts'
import { forgetSites } from '../sites/reads.ts'
import { deviceStorage } from '../../lib/storage.ts'
import { forgetDrafts } from '../../kit/forms/drafts.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { Logo } from '../../kit/layout/Logo.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { paths, safeBack } from '../../paths.ts'
import { Example } from './Example.tsx'
import { pairIn } from './pasted.ts'
import classes from './sign-in.module.css'
import { failureSentence, findRole } from './verify.ts'

type FieldName = 'id' | 'key' | 'baseUrl'

const roleKey = 'site-performance.role'

/** The role last used on this device, which is tried first; on a new one, that of most people. */
const lastRole = (): Role => (deviceStorage.get(roleKey) === 'partner' ? 'partner' : 'user')

export async function loader() {
  if (session.current()) throw redirect(paths.home())
  const { baseUrl, apiOrigins } = await readConfig()
  return { baseUrl, apiOrigins, refusal: session.refusal() }
}

function SignInPage() {
  const { baseUrl: defaultUrl, apiOrigins, refusal } = useLoaderData<typeof loader>()
  const hasChoice = apiOrigins.length > 0
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [id, setId] = useState(refusal?.id ?? '')
  const [key, setKey] = useState('')
  const [keep, setKeep] = useState(false)
  const [baseUrl, setBaseUrl] = useState(hasChoice ? (refusal?.baseUrl ?? defaultUrl) : defaultUrl)
  // what was opened, by hand or by an error, stays open
  const [isAdvanced, setIsAdvanced] = useState(baseUrl !== defaultUrl)
  const [problem, setProblem] = useState<string | null>(refusal && refusalSentence(refusal))
  const [checking, setChecking] = useState(false)
  const [errors, setErrors] = useState<Readonly<Partial<Record<FieldName, string>>>>({})
  const form = useRef<HTMLFormElement>(null)
  useDocumentTitle('Sign in · Site Performance')

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

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const cleanUrl = cleanBaseUrl(baseUrl)
    const validUrl = cleanUrl === defaultUrl || isOnOrigin(cleanUrl, apiOrigins) ? cleanUrl : undefined
    const found = {
      ...(!id.trim()
        ? { id: 'Enter your ID.' }
        : id.includes('@')
          ? { id: 'Enter your ID, not an email address. It’s in your welcome email.' }
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
    setProblem(null)
    try {
      const typed = { id: id.trim(), key: key.trim(), baseUrl: validUrl }
      const credentials = await findRole(typed, refusal?.role ?? lastRole())
      if (refusal && refusal.id !== credentials.id) {
        // a different user signed in, so drop what was stored for the previous one
        forgetSites()
        forgetDrafts()
      }
      const { role } = credentials
      deviceStorage.set(roleKey, role)
      session.start(credentials, keep)
      const destination =
        safeBack(search.get('back')) ??
        (role === 'partner' ? paths.home() : paths.sites({ kind: 'user', user: credentials.id }))
      // a full page load clears memory and lets a password manager notice the successful sign-in
      if (session.isKept()) window.location.replace(destination)
      else await navigate(destination, { replace: true })
    } catch (error) {
      setProblem(failureSentence(error, validUrl, hasChoice))
    } finally {
      setChecking(false)
    }
  }

  return (
    <main className={classes.page}>
      <div className={classes.half}>
        <div className={classes.logo}>
          <Logo />
        </div>
        <form className={classes.form} onSubmit={(event) => void submit(event)} onPaste={paste} noValidate ref={form}>
          <div>
            <h1 tabIndex={-1}>Sign in</h1>
            <p className={classes.hint}>Speed and uptime of your sites, in one place.</p>
          </div>
          {problem && (
            <Notice tone="critical" urgent>
              {problem}
            </Notice>
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
          <PasswordInput
            name="key"
            label="API key"
            value={key}
            onChange={(event) => typing(key, setKey)(event.currentTarget.value)}
            error={errors.key}
            aria-invalid={errors.key ? true : undefined}
            autoComplete="current-password"
            classNames={{ visibilityToggle: classes.eye ?? '' }}
            visibilityToggleButtonProps={{ 'aria-label': 'Show key', tabIndex: 0 }}
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
          <p className={classes.hint}>
            No access yet? Ask your hosting provider for an account ID and a key. Partners ask the operator of the
            service.
          </p>
        </form>
      </div>
      <div className={classes.about}>
        <p className={classes.promise}>See what’s slow, since when, and whose fault it is.</p>
        <Example />
      </div>
    </main>
  )
}

export { SignInPage as Component }

/** Why the previous session ended. */
function refusalSentence({ reason }: Refusal): string {
  return reason === 'refused-key'
    ? 'Your key is no longer valid. It may have been replaced. Sign in with the new key to continue where you left off.'
    : 'You no longer have access with this key. It may have been replaced or withdrawn. Sign in again to continue where you left off.'
}
