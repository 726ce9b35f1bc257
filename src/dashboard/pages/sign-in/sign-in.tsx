import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/ActionIcon.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useRef, useState, type SubmitEvent } from 'react'
import { redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { homeOf } from '../../access.ts'
import { defaultBaseUrl } from '../../api/config.ts'
import { cleanBaseUrl, type Role } from '../../api/credentials.ts'
import { session, type Refusal } from '../../api/session.ts'
import { forgetSites } from '../../api/sites.ts'
import { forgetDrafts } from '../../stores/drafts.ts'
import { Logo } from '../../components/Logo.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { paths, safeBack } from '../../paths.ts'
import classes from './sign-in.module.css'
import { verify, whyNot } from './verify.ts'

const words = {
  partner: { id: 'Partner id', where: 'The operator of the service gave you both.' },
  user: { id: 'User id', where: 'Both stand in your account settings; your partner can tell them, too.' },
} as const satisfies Record<Role, object>

export async function loader() {
  if (session.current()) throw redirect(paths.home())
  return { baseUrl: await defaultBaseUrl(), refusal: session.refusal() }
}

export function Component() {
  const { baseUrl: usual, refusal } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [role, setRole] = useState<Role>(refusal?.role ?? 'partner')
  const [id, setId] = useState(refusal?.id ?? '')
  const [key, setKey] = useState('')
  const [keep, setKeep] = useState(false)
  const [baseUrl, setBaseUrl] = useState(refusal?.baseUrl ?? usual)
  const [problem, setProblem] = useState<string | null>(refusal && endedBecause(refusal))
  const [checking, setChecking] = useState(false)
  const [missing, setMissing] = useState<'id' | 'key' | 'baseUrl' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useDocumentTitle('Sign in · Site Performance')

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const clean = cleanBaseUrl(baseUrl)
    const gap = !id.trim() ? 'id' : !key.trim() ? 'key' : !clean ? 'baseUrl' : null
    setMissing(gap)
    if (gap || !clean) {
      form.current?.querySelector<HTMLInputElement>(`[name="${gap}"]`)?.focus()
      return
    }
    const credentials = { role, id: id.trim(), key: key.trim(), baseUrl: clean }
    setChecking(true)
    setProblem(null)
    try {
      await verify(credentials)
      if (refusal && refusal.id !== credentials.id) {
        // what was kept for whoever was here before is nobody else's
        forgetSites()
        forgetDrafts()
      }
      session.start(credentials, keep)
      const to = safeBack(search.get('back')) ?? homeOf(credentials)
      // a load of its own: nothing of before stays in memory, and a password manager sees that the form did its work
      if (session.isKept()) window.location.replace(to)
      else await navigate(to, { replace: true })
    } catch (error) {
      setProblem(whyNot(error, credentials))
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
          onChange={setRole}
          options={[
            { value: 'partner', label: 'Partner' },
            { value: 'user', label: 'Account holder' },
          ]}
        />
        <TextInput
          name="id"
          label={words[role].id}
          description={words[role].where}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          error={missing === 'id' && 'Enter the id.'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordInput
          name="key"
          label="API key"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={missing === 'key' && 'Enter the key.'}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show key', tabIndex: 0 }}
        />
        <label className={classes.keep}>
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
          <span>
            Keep me signed in on this device
            <span className={classes.hint}>Else the sign-in ends with this tab.</span>
          </span>
        </label>
        <details open={missing === 'baseUrl' || undefined}>
          <summary>Advanced</summary>
          <TextInput
            name="baseUrl"
            label="Base URL"
            description="Where the service’s API is mounted."
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
            error={missing === 'baseUrl' && 'Enter a path such as /api, or an http or https address.'}
            spellCheck={false}
            inputMode="url"
          />
        </details>
        <Button type="submit" loading={checking} fullWidth>
          Sign in
        </Button>
      </form>
    </main>
  )
}

function endedBecause({ reason }: Refusal): string {
  return reason === 'refused-key'
    ? 'The service refused the key. It may have been replaced: sign in with the new one, and you are back where you were.'
    : 'The service no longer grants access with this key. It may have been replaced or withdrawn: sign in again, and you are back where you were.'
}
