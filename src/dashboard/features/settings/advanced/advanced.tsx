import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useScope } from '../../../api/scope.ts'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../../kit/reading/QueryPanel.tsx'
import { paths } from '../../../paths.ts'
import { Identifiers } from '../Identifiers.tsx'
import { type SettingsPart, useSettingsPart } from '../part.ts'
import { deliveryNetworkOf, profilesOf, schedulesOf } from '../reads.ts'
import classes from '../settings.module.css'
import { unknownSettings } from '../unknown-fields.ts'
import { JsonEditor } from './JsonEditor.tsx'
import { ProfilesPanel } from './ProfilesPanel.tsx'
import { Raw } from './Raw.tsx'
import { networkInWords, scheduleInWords } from './records-in-words.ts'
import { SettingsRecord } from './SettingsRecord.tsx'
import { UnknownSettings } from './UnknownSettings.tsx'

/** What few people need: profiles and their schedules, addresses and identifiers, and last the settings as JSON. */
function Advanced() {
  const scope = useScope()
  const part = useSettingsPart()
  const { siteId, user } = part
  return (
    <>
      <ProfilesPanel siteId={siteId} user={user} />
      <div className={classes.pair}>
        <Schedules siteId={siteId} user={user} />
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
      <Identifiers scope={scope} siteId={siteId} />
      <Settings part={part} />
    </>
  )
}

export { Advanced as Component }

function Settings({ part: { settings, error, retry, editor } }: { part: SettingsPart }) {
  if (editor)
    return (
      <>
        {editor.draft.shown && <UnknownSettings settings={unknownSettings(editor.draft.shown)} />}
        <JsonEditor draft={editor.draft} onType={editor.type} />
      </>
    )
  if (settings) return <SettingsRecord settings={settings} />
  return error ? (
    <ErrorState error={error} title="Couldn’t load the settings." onRetry={retry} />
  ) : (
    <p role="status">Loading…</p>
  )
}

function Schedules({ siteId, user }: { siteId: string; user: string }) {
  const profiles = useQuery(profilesOf(siteId, user))
  const names = new Map(profiles.data?.map(({ id, name }) => [id, name]))
  return (
    <Panel title="Schedules" aside="the times of day at which a profile applies">
      <QueryPanel query={schedulesOf(siteId, user)} what="the schedules">
        {(schedules) =>
          schedules.length === 0 ? (
            <p className={classes.hint}>The service reports no schedules.</p>
          ) : (
            schedules.map((schedule, i) => (
              <div key={schedule.profile_id ?? i} className={classes.group}>
                <p>{scheduleInWords(schedule, names.get(schedule.profile_id) ?? `Profile ${i + 1}`)}</p>
                <Raw value={schedule.raw} what="schedule" />
              </div>
            ))
          )
        }
      </QueryPanel>
    </Panel>
  )
}
