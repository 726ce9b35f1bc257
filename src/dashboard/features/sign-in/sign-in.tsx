import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useRef, useState, type SubmitEvent } from 'react'
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
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { paths, safeBack } from '../../paths.ts'
import classes from './sign-in.module.css'
import { failureSentence, verify } from './verify.ts'

const idFields = {
  partner: {
    label: 'Partner ID',
    hint: 'Ask the operator of the service for your partner ID and key.',
    missing: 'Enter your partner ID.',
    email: 'Enter your partner ID, not an email address.',
  },
  user: {
    label: 'Account ID',
    hint: 'Ask your hosting provider for your account ID and key.',
    missing: 'Enter your account ID.',
    email: 'Enter your account ID, not an email address. It’s in your welcome email.',
  },
} as const satisfies Record<Role, object>

type FieldName = 'id' | 'key' | 'baseUrl'

const roleKey = 'site-performance.role'

/** The role last used on this device. */
const lastRole = (): Role => (deviceStorage.get(roleKey) === 'user' ? 'user' : 'partner')

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
  const [role, setRole] = useState<Role>(refusal?.role ?? lastRole())
  const [id, setId] = useState(refusal?.id ?? '')
  const [key, setKey] = useState('')
  const [keep, setKeep] = useState(false)
  const [baseUrl, setBaseUrl] = useState(hasChoice ? (refusal?.baseUrl ?? defaultUrl) : defaultUrl)
  const [problem, setProblem] = useState<string | null>(refusal && refusalSentence(refusal))
  const [checking, setChecking] = useState(false)
  const [errors, setErrors] = useState<Readonly<Partial<Record<FieldName, string>>>>({})
  const idField = idFields[role]
  const form = useRef<HTMLFormElement>(null)
  useDocumentTitle('Sign in · Site Performance')

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const cleanUrl = cleanBaseUrl(baseUrl)
    const validUrl = cleanUrl === defaultUrl || isOnOrigin(cleanUrl, apiOrigins) ? cleanUrl : undefined
    const found = {
      ...(!id.trim() ? { id: idField.missing } : id.includes('@') ? { id: idField.email } : {}),
      ...(key.trim() ? {} : { key: 'Enter your API key.' }),
      ...(validUrl ? {} : { baseUrl: `Enter a path, such as /api, or an address on ${apiOrigins.join(', ')}.` }),
    }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first || !validUrl) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    const credentials = { role, id: id.trim(), key: key.trim(), baseUrl: validUrl }
    setChecking(true)
    setProblem(null)
    try {
      await verify(credentials)
      if (refusal && refusal.id !== credentials.id) {
        // a different user signed in, so drop what was stored for the previous one
        forgetSites()
        forgetDrafts()
      }
      deviceStorage.set(roleKey, role)
      session.start(credentials, keep)
      const destination =
        safeBack(search.get('back')) ??
        (role === 'partner' ? paths.home() : paths.sites({ kind: 'user', user: credentials.id }))
      // a full page load clears memory and lets a password manager notice the successful sign-in
      if (session.isKept()) window.location.replace(destination)
      else await navigate(destination, { replace: true })
    } catch (error) {
      setProblem(failureSentence(error, credentials, hasChoice))
    } finally {
      setChecking(false)
    }
  }

  return (
    <main className={classes.page}>
      <Logo />
      <h1 tabIndex={-1}>Sign in</h1>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate ref={form}>
        {problem && (
          <Notice tone="error" urgent>
            {problem}
          </Notice>
        )}
        <SegmentedControl
          label="Sign in as"
          wide
          value={role}
          onChange={(next) => {
            setRole(next)
            setErrors({})
            setProblem(null)
          }}
          options={[
            { value: 'partner', label: 'Partner' },
            { value: 'user', label: 'Account holder' },
          ]}
        />
        <TextInput
          name="id"
          label={idField.label}
          description={idField.hint}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          error={errors.id}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordInput
          name="key"
          label="API key"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={errors.key}
          aria-invalid={errors.key ? true : undefined}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show key', tabIndex: 0 }}
        />
        <Checkbox
          label="Keep me signed in on this device"
          description="Otherwise you’re signed out when you close this tab."
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
        {hasChoice && (
          <details open={errors.baseUrl !== undefined || undefined}>
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
      </form>
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
