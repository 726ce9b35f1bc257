import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { finishSignOn } from '../../../contract/index.ts'
import { ApiError } from '../../../client/errors.ts'
import { call } from '../../api/client.ts'
import { readConfig } from '../../api/config.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { paths } from '../../paths.ts'
import { openDashboard } from './enter.ts'
import { Frame } from './Frame.tsx'
import { Outcome } from './Outcome.tsx'
import { placeOf, startAt } from './place.ts'
import classes from './sign-in.module.css'

/** Where an identity provider sends the browser back. */
function CallbackPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [response] = useState(search.slice(1))
  const [failed, setFailed] = useState<unknown>(null)
  useDocumentTitle('Sign in · Site Performance')

  const finish = async () => {
    setFailed(null)
    try {
      const { session: current, partner_id: id, path } = await call(finishSignOn, { body: { response } })
      const found = current?.memberships.find((one) => one.kind === 'partner' && one.id === id)
      if (!current || !found) return
      const place = placeOf(current, found, (await readConfig()).baseUrl)
      startAt(place, current)
      await openDashboard(path, place.credentials, navigate)
    } catch (error) {
      setFailed(error)
    }
  }
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || response === '') return
    // once: the code works no more than that. It stays neither in the address nor in the history
    hasBegun.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname)
    void finish()
  })

  return (
    <Frame>
      {response === '' ? (
        <Outcome title="Nothing to finish here" actions={<Link to={paths.signIn()}>Go to sign-in</Link>}>
          Single sign-on ends on this page. Begin it on the sign-in page, with your email address.
        </Outcome>
      ) : failed instanceof ApiError && failed.kind === 'conflict' ? (
        <Outcome title="You aren’t signed in" actions={<Link to={paths.signIn()}>Back to sign-in</Link>}>
          {failed.sentence}
        </Outcome>
      ) : (
        <div className={classes.form} role={failed === null ? 'status' : undefined}>
          <h1 tabIndex={-1}>Sign in</h1>
          {failed === null ? (
            <p className={classes.hint}>Signing you in…</p>
          ) : (
            <ErrorState error={failed} title="Couldn’t sign you in." onRetry={() => void finish()} />
          )}
        </div>
      )}
    </Frame>
  )
}

export { CallbackPage as Component }
