import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { readUserSite } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { signedIn, useWho } from '../../api/scope.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { plural, fullNumber } from '../../kit/format/format.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { asPartner, paths } from '../../paths.ts'
import { findAccountOf, type Progress, type Sought } from './find-account.ts'
import classes from './AccountFinder.module.css'

type State = 'idle' | { searching: Progress } | 'not found' | { failed: unknown }

/** Shown to a partner who opens an account holder's link to a record: it lacks the account that the partner API needs. */
export default function AccountFinder({ sought }: { sought: Sought }) {
  const { kind, id } = sought
  const { id: partner } = useWho()
  const location = useLocation()
  const navigate = useNavigate()
  const [term, setTerm] = useState('')
  const [state, setState] = useState<State>('idle')
  const search = useRef<AbortController>(null)
  // this read needs no key, and the user API doesn't accept a partner's
  const host = useQuery({
    queryKey: [`${readUserSite.id}.host`, { site: id }],
    queryFn: ({ signal }) => call(readUserSite, { path: { site_id: id } }, { signal, as: { ...signedIn(), key: '' } }),
    retry: false,
    enabled: kind === 'site',
  }).data?.host
  const name = host ?? `${kind} ${id}`

  const startSearch = async () => {
    const stop = new AbortController()
    search.current = stop
    setState({ searching: { searched: 0, total: 0 } })
    try {
      const request = { partner, sought, term: term.trim() }
      const account = await findAccountOf(request, stop.signal, (progress) => setState({ searching: progress }))
      if (!account) return setState('not found')
      const to = asPartner(location.pathname + location.search, account) ?? paths.account(account)
      await navigate(to, { replace: true })
    } catch (failed) {
      setState(stop.signal.aborted ? 'idle' : { failed })
    }
  }
  const progress = typeof state === 'object' && 'searching' in state ? state.searching : null
  return (
    <>
      <PageHeader
        title={host ? `Which account has ${host}?` : `Which account has this ${kind}?`}
        crumbs={[{ label: 'Accounts', to: paths.accounts() }]}
      />
      <PageBody>
        <Panel title="Find the account">
          <p>
            {kind === 'alert rule'
              ? `None of your rules for all accounts has the ID ${id}. It may have been deleted, or it may be a rule of one of your accounts.`
              : `This is the account holder’s link to ${name}. It doesn’t say which of your accounts the ${kind} belongs to.`}{' '}
            Search your accounts for it, or <Link to={paths.accounts()}>open the account yourself</Link>.
          </p>
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault()
              if (!progress) void startSearch()
            }}
          >
            <TextInput
              label="Name or email contains"
              description="Leave empty to search all your accounts."
              value={term}
              onChange={(event) => setTerm(event.currentTarget.value)}
            />
            <div className={classes.actions}>
              <BusyButton type="submit" loading={progress !== null}>
                Find account
              </BusyButton>
              {progress && (
                <Button variant="default" onClick={() => search.current?.abort()}>
                  Cancel
                </Button>
              )}
            </div>
          </form>
          {/* a region that comes with its text isn't read out */}
          <div role="status">
            {progress && (
              <p>
                {progress.total
                  ? `Searched ${fullNumber(progress.searched)} of ${plural(progress.total, 'account')}.`
                  : 'Searching your accounts…'}
                <progress
                  className={classes.bar}
                  max={progress.total || 1}
                  value={progress.searched}
                  aria-label="Accounts searched"
                />
              </p>
            )}
          </div>
          {state === 'not found' && (
            <p role="alert">
              None of {term.trim() ? 'the matching' : 'your'} accounts has this {kind}. It may have been deleted, or
              belong to another partner.
            </p>
          )}
        </Panel>
        {typeof state === 'object' && 'failed' in state && (
          <ErrorState error={state.failed} title="Couldn’t search your accounts." onRetry={() => void startSearch()} />
        )}
      </PageBody>
    </>
  )
}
