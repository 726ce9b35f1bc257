import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { asRole, isAtLeast, type MembershipRecord, type Role } from '../../../contract/index.ts'
import { withArticle } from '../../../words/roles.ts'
import { ApiError } from '../../../client/errors.ts'
import { currentSessionQuery } from '../../api/current-session.ts'
import { session } from '../../api/session.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { ErrorState, titleAfterChange } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { RadioGroup } from '../../kit/choices/RadioGroup.tsx'
import { paths } from '../../paths.ts'
import { RoleField } from '../people/RoleField.tsx'
import { roleName } from '../people/roles.ts'
import { Frame } from '../sign-in/Frame.tsx'
import classes from '../sign-in/sign-in.module.css'
import { askedIn, decide, readAsked, type Authorization } from './reads.ts'

/** Asks whether an application may work for a partner or an account, and as what. */
function AuthorizePage() {
  const [params] = useSearchParams()
  const isByCookie = session.isByCookie()
  const { pathname, search } = useLocation()
  const { data: current } = useQuery({ ...currentSessionQuery, enabled: isByCookie })
  useDocumentTitle('Allow an application · Site Performance')
  const { data, error, refetch } = useQuery({
    queryKey: ['authorization', params.toString()],
    queryFn: ({ signal }) => readAsked(askedIn(params), signal),
    enabled: isByCookie,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (current?.session?.person?.must_change_password)
    return <Navigate to={paths.choosePassword({ back: pathname + search })} replace />
  return (
    <Frame>
      {!isByCookie ? (
        <Impossible>
          This service has no sessions, so applications can’t ask for access. Give them an API key.
        </Impossible>
      ) : data ? (
        <Ask asked={data} params={params} />
      ) : error instanceof ApiError && ['not-found', 'invalid', 'denied'].includes(error.kind) ? (
        <Impossible>{whyImpossible(error)}</Impossible>
      ) : error ? (
        <div className={classes.form}>
          <h1 tabIndex={-1}>Allow an application</h1>
          <ErrorState
            error={error}
            title="Couldn’t read what the application asks for."
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className={classes.form} role="status">
          <h1 tabIndex={-1}>Allow an application</h1>
          <p className={classes.hint}>Reading what it asks for…</p>
        </div>
      )}
    </Frame>
  )
}

export { AuthorizePage as Component }

/** Says what is wrong, to whoever builds the application unless it's the session. */
function whyImpossible(error: ApiError): string {
  if (error.kind === 'denied') return error.sentence
  if (error.kind === 'not-found') return 'No application with this client_id is registered here.'
  const [[name, problem] = ['', '']] = Object.entries(error.fields)
  return `It sent you here with a wrong ${name}, which ${problem}.`
}

function Impossible({ children }: { children: string }) {
  return (
    <div className={classes.form}>
      <h1 tabIndex={-1}>This application can’t be connected</h1>
      <p>{children} Nothing was allowed.</p>
      <p>
        <Link to={paths.home()}>Go to the dashboard</Link>
      </p>
    </div>
  )
}

const placeOption = ({ kind, id, name, role }: MembershipRecord) => ({
  value: id,
  label: name,
  below: `${kind === 'partner' ? 'Partner, with all its accounts' : 'Account'} · you: ${roleName(role).toLowerCase()}`,
})

function Ask({ asked, params }: { asked: Authorization; params: URLSearchParams }) {
  const { name, origin, memberships } = asked
  const { data } = useQuery(currentSessionQuery)
  const location = useLocation()
  const [place, choosePlace] = useState(memberships[0])
  const [wanted, want] = useState<Role>(asRole(asked.role))
  const own = asRole(place?.role ?? '')
  const role = isAtLeast(own, wanted) ? wanted : own
  const decision = useMutation({
    mutationFn: (allow: boolean) =>
      decide({ ...askedIn(params), allow, ...(allow && place ? { place_id: place.id, role } : {}) }),
    // in its place: kept by the browser for the way back, it would wait for good
    onSuccess: (to) => window.location.replace(to),
  })
  const isLeaving = decision.isPending || decision.isSuccess
  const person = data?.session?.person
  if (!place) return <Impossible>You don’t belong to any partner or account any more.</Impossible>
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        decision.mutate(true)
      }}
    >
      <div>
        <h1 tabIndex={-1}>Allow {name}?</h1>
        <p className={classes.hint}>
          {name} asks to work as {withArticle(roleName(asked.role).toLowerCase())}
          {memberships.length === 1 && ` for ${place.name}`}. Afterwards you’re sent to {origin}.
        </p>
      </div>
      {memberships.length > 1 && (
        <RadioGroup
          label="Where"
          options={memberships.map(placeOption)}
          initial={place.id}
          onChange={(id) => choosePlace(memberships.find((one) => one.id === id))}
        />
      )}
      <RoleField key={place.id} label="What it may do" initial={role} atMost={own} onChange={want} />
      <p className={classes.hint}>
        It’s listed at Keys of {place.name}, where it can be ended. It ends by itself after 180 days without use
        {person ? ', and once you leave.' : '.'}
      </p>
      {place.needs_factor && (
        <Notice tone="warning">
          {place.name} requires a second factor.{' '}
          <Link to={paths.security()} state={{ back: location }}>
            Set one up first
          </Link>
          , then come back here.
        </Notice>
      )}
      {decision.error && (
        <ErrorState error={decision.error} title={titleAfterChange(decision.error, 'Nothing was allowed.')} />
      )}
      <div className={classes.beside}>
        <BusyButton
          type="submit"
          loading={isLeaving && decision.variables}
          disabled={place.needs_factor || (isLeaving && !decision.variables)}
        >
          Allow
        </BusyButton>
        <Button variant="default" disabled={isLeaving} onClick={() => decision.mutate(false)}>
          Refuse
        </Button>
      </div>
      {person && <p className={classes.hint}>Signed in as {person.email}.</p>}
    </form>
  )
}
