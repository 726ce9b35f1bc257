import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { readSession, readSignInLink, signInByLink, type ReplyOf } from '../../../contract/index.ts'
import { ApiError } from '../../../client/errors.ts'
import { call } from '../../api/client.ts'
import { readConfig } from '../../api/config.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { paths } from '../../paths.ts'
import { openDashboard } from './enter.ts'
import { Frame } from './Frame.tsx'
import { useLinkToken } from './link-token.ts'
import { Outcome } from './Outcome.tsx'
import { placeOf, startAt } from './place.ts'
import classes from './sign-in.module.css'

const isOver = (error: unknown) => error instanceof ApiError && error.kind === 'conflict'

/** Where a link of a hosting panel leads: it signs in at once, unless somebody else is signed in here. */
function SignInLinkPage() {
  const token = useLinkToken()
  useDocumentTitle('Sign in · Site Performance')
  const link = useQuery({
    // the token stays out of the query's key
    queryKey: ['sign-in-link'],
    queryFn: ({ signal }) => call(readSignInLink, { body: { token } }, { signal }),
    enabled: token !== '',
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Frame>
      {token === '' || isOver(link.error) ? (
        <Over />
      ) : link.error ? (
        <Failed error={link.error} onRetry={() => void link.refetch()} />
      ) : link.data ? (
        <Enter token={token} link={link.data} />
      ) : (
        <Busy />
      )}
    </Frame>
  )
}

export { SignInLinkPage as Component }

function Over() {
  return (
    <Outcome title="This link no longer works" actions={<Link to={paths.signIn()}>Go to sign-in</Link>}>
      It works once, within a minute. Go back to the page of your hosting provider and follow it again, or sign in with
      your email address.
    </Outcome>
  )
}

function Busy() {
  return (
    <div className={classes.form} role="status">
      <h1 tabIndex={-1}>Sign in</h1>
      <p className={classes.hint}>Signing you in…</p>
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.form}>
      <h1 tabIndex={-1}>Sign in</h1>
      <ErrorState error={error} title="Couldn’t sign you in." onRetry={onRetry} />
    </div>
  )
}

interface EnterProps {
  token: string
  link: ReplyOf<typeof readSignInLink>
}

function Enter({ token, link }: EnterProps) {
  const navigate = useNavigate()
  const [failed, setFailed] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(link.free)
  const enter = async (replace: boolean) => {
    setIsBusy(true)
    setFailed(null)
    try {
      const { session: current, account_id: id, path } = await call(signInByLink, { body: { token, replace } })
      const found = current?.memberships.find((one) => one.kind === 'account' && one.id === id)
      if (!current || !found) return
      const place = placeOf(current, found, (await readConfig()).baseUrl)
      startAt(place, current)
      await openDashboard(path, place.credentials, navigate)
    } catch (error) {
      setFailed(error)
      setIsBusy(false)
    }
  }
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!link.free || hasBegun.current) return
    // once: the link works no more than that
    hasBegun.current = true
    void enter(false)
  })
  if (isOver(failed)) return <Over />
  if (failed !== null) return <Failed error={failed} onRetry={() => void enter(!link.free)} />
  if (link.free) return <Busy />
  return <Ask link={link} isBusy={isBusy} onSwitch={() => void enter(true)} />
}

function Ask({ link, isBusy, onSwitch }: { link: EnterProps['link']; isBusy: boolean; onSwitch: () => void }) {
  const navigate = useNavigate()
  const { data } = useQuery({ queryKey: ['before-link'], queryFn: () => call(readSession, {}), gcTime: 0 })
  const now = data?.session?.person?.email ?? data?.session?.memberships[0]?.name ?? 'Somebody else'
  return (
    <Outcome
      title="Switch to another sign-in?"
      actions={
        <>
          <BusyButton loading={isBusy} onClick={onSwitch}>
            Switch
          </BusyButton>
          <Button variant="default" onClick={() => void navigate(paths.home(), { replace: true })}>
            Stay signed in as before
          </Button>
        </>
      }
    >
      {now} is signed in here. This link of {link.partner} signs in {link.email} instead, for the account {link.name}.
      Stay if you didn’t ask for that.
    </Outcome>
  )
}
