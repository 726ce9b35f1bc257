import { useQuery } from '@tanstack/react-query'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { listTods, readAdn } from '../../../contract/index.ts'
import { loadWithin } from '../../api/load-within.ts'
import { load, prefetch, q } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { paths } from '../../paths.ts'
import { pageError } from '../errors/page-error.tsx'
import { HolderOnly } from '../sites/HolderOnly.tsx'
import { ProfilesPanel, profilesOf } from './ProfilesPanel.tsx'
import { Identifiers } from './Identifiers.tsx'
import { Raw } from './Raw.tsx'
import { networkInWords, scheduleInWords } from './records-in-words.ts'
import { RulesPanel, settingsOf } from './RulesPanel.tsx'
import { activityOf, SettingsEditor } from './SettingsEditor.tsx'
import classes from './settings.module.css'
import { editableSettings } from './use-settings-draft.ts'

const input = (siteId: string, user: string) => ({ path: { site_id: siteId }, query: { user_id: user } })
/** The API calls a schedule a tod, for time of day. */
const schedulesOf = (siteId: string, user: string) => q(listTods, input(siteId, user))
const deliveryNetworkOf = (siteId: string, user: string) => q(readAdn, input(siteId, user))

function allQueries(siteId: string, user: string) {
  return [
    settingsOf(siteId, user),
    profilesOf({ siteId, user }),
    schedulesOf(siteId, user),
    deliveryNetworkOf(siteId, user),
  ]
}

export async function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  if (scope.kind === 'user') prefetch(...allQueries(siteId, scope.user))
  const activity = scope.kind === 'user' ? [activityOf(siteId, scope.user)] : []
  await Promise.all([load(siteOf(scope, siteId)), loadWithin(...activity)])
  return null
}

export const ErrorBoundary = pageError({ title: 'Settings' })

function SettingsPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  if (scope.kind === 'account') {
    return (
      <>
        <HolderOnly account={scope.account} action="open profiles and settings" />
        <Identifiers scope={scope} siteId={siteId} />
      </>
    )
  }
  return <HolderSettings siteId={siteId} user={scope.user} />
}

export { SettingsPage as Component }

function HolderSettings({ siteId, user }: { siteId: string; user: string }) {
  const profiles = useQuery(profilesOf({ siteId, user }))
  const names = new Map(profiles.data?.map(({ id, name }) => [id, name]))
  return (
    <>
      <Toolbar>
        <LastUpdated of={allQueries(siteId, user)} />
      </Toolbar>
      <SettingsPanel key={siteId} siteId={siteId} user={user} />
      <ProfilesPanel siteId={siteId} user={user} />
      <div className={classes.pair}>
        <Panel title="Schedules" aside="at most one per profile">
          <p className={classes.hint}>A schedule sets the times of day at which its profile applies.</p>
          <QueryPanel query={schedulesOf(siteId, user)} what="the schedules">
            {(schedules) =>
              schedules.length === 0 ? (
                <p className={classes.hint}>The service reports no schedules.</p>
              ) : (
                schedules.map((schedule, i) => (
                  <div key={schedule.profile_id ?? i} className={classes.group}>
                    <p>{scheduleInWords(schedule, names.get(schedule.profile_id) ?? `Profile ${i + 1}`)}</p>
                    <Raw value={schedule.raw} what={`schedule ${schedules.length > 1 ? i + 1 : ''}`.trim()} />
                  </div>
                ))
              )
            }
          </QueryPanel>
        </Panel>
        <Panel title="Delivery network" actions={<Link to={paths.serviceIps()}>All service IPs</Link>}>
          <QueryPanel query={deliveryNetworkOf(siteId, user)} what="the delivery network">
            {(network) => (
              <>
                <p>{networkInWords(network)}</p>
                <Raw value={network.raw} what="delivery network" />
              </>
            )}
          </QueryPanel>
        </Panel>
      </div>
      <Identifiers scope={{ kind: 'user', user }} siteId={siteId} />
    </>
  )
}

/** A service that can change settings reports their revision. */
function SettingsPanel({ siteId, user }: { siteId: string; user: string }) {
  const read = useQuery(settingsOf(siteId, user))
  if (read.data === undefined) {
    return (
      <Panel title="Settings" aside="default profile">
        {read.error ? (
          <ErrorState error={read.error} title="Couldn’t load the settings." onRetry={() => void read.refetch()} />
        ) : (
          <p role="status">Loading…</p>
        )}
      </Panel>
    )
  }
  const editable = editableSettings.safeParse(read.data)
  return editable.success ? (
    <SettingsEditor siteId={siteId} user={user} settings={editable.data} />
  ) : (
    <RulesPanel settings={read.data} />
  )
}
