import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { readUserSite } from '../../contract/index.ts'
import { withinAccount } from '../access.ts'
import { call } from '../api/client.ts'
import { signedIn, useWho } from '../api/scope.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { whole } from '../format/format.ts'
import { PageHeader } from '../components/PageHeader.tsx'
import { Panel } from '../components/Panel.tsx'
import { paths } from '../paths.ts'
import { accountWith, type Progress } from './find-account.ts'
import classes from './AccountFinder.module.css'

type State = 'idle' | { looking: Progress } | 'nowhere' | { failed: unknown }

/** A site's portal address, opened by a partner: it does not name the account, and the partner API needs it. */
export default function WhichAccount({ site }: { site: string }) {
  const { id: partner } = useWho()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [term, setTerm] = useState('')
  const [state, setState] = useState<State>('idle')
  const looking = useRef<AbortController>(null)
  // this one read needs no key, and a partner's is none of the user API's
  const host = useQuery({
    queryKey: [`${readUserSite.id}.host`, { site }],
    queryFn: ({ signal }) =>
      call(readUserSite, { path: { site_id: site } }, { signal, as: { ...signedIn(), key: '' } }),
    retry: false,
  }).data?.host
  const name = host ?? `site ${site}`

  const look = async () => {
    const stop = new AbortController()
    looking.current = stop
    setState({ looking: { looked: 0, total: 0 } })
    try {
      const asked = { partner, site, term: term.trim() }
      const account = await accountWith(asked, stop.signal, (progress) => setState({ looking: progress }))
      if (!account) return setState('nowhere')
      const address = new URL(pathname + search, window.location.origin)
      await navigate(withinAccount(address.href, { kind: 'account', partner, account }, site), { replace: true })
    } catch (failed) {
      setState(stop.signal.aborted ? 'idle' : { failed })
    }
  }
  const progress = typeof state === 'object' && 'looking' in state ? state.looking : null
  return (
    <>
      <PageHeader
        title={host ? `Which account has ${host}?` : 'Which account has this site?'}
        crumbs={[{ label: 'Accounts', to: paths.accounts() }]}
      />
      <Panel title="This address does not name the account">
        <p>
          It is the account holder’s address of {name}. The partner API finds a site only within its account, and no
          operation tells which one that is. Your accounts can be looked through for it, or{' '}
          <Link to={paths.accounts()}>open the account yourself</Link>.
        </p>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!progress) void look()
          }}
        >
          <TextInput
            label="Only accounts whose name or e-mail holds"
            description="Left empty, all of them are looked through."
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button type="submit" loading={progress !== null}>
              Look for it
            </Button>
            {progress && (
              <Button variant="default" onClick={() => looking.current?.abort()}>
                Cancel
              </Button>
            )}
          </div>
        </form>
        {progress && (
          <p role="status">
            Looked through {whole(progress.looked)} of {progress.total ? whole(progress.total) : 'your'} accounts.
            <progress
              className={classes.bar}
              max={progress.total || 1}
              value={progress.looked}
              aria-label="Looked through"
            />
          </p>
        )}
        {state === 'nowhere' && (
          <p role="alert">
            None of {term.trim() ? 'these' : 'your'} accounts has it. It may have been deleted, or be another partner’s.
          </p>
        )}
      </Panel>
      {typeof state === 'object' && 'failed' in state && (
        <ErrorState
          error={state.failed}
          title="The accounts could not be looked through."
          onRetry={() => void look()}
        />
      )}
    </>
  )
}
