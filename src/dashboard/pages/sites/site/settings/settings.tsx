import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { listTods, readAdn } from '../../../../../contract/index.ts'
import { load, prefetch, q } from '../../../../api/queries.ts'
import { scopeOf, useScope } from '../../../../api/scope.ts'
import { siteOf } from '../../../../api/sites.ts'
import { LastUpdated } from '../../../../components/LastUpdated.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { Read } from '../../../../components/Read.tsx'
import { RecordView } from '../../../../components/RecordView.tsx'
import { Toolbar } from '../../../../components/Toolbar.tsx'
import { paths } from '../../../../paths.ts'
import { pageError } from '../../../page-error.tsx'
import { HolderOnly } from '../../HolderOnly.tsx'
import { ProfilesPanel, profilesOf } from './ProfilesPanel.tsx'
import { RulesPanel, settingsOf } from './RulesPanel.tsx'
import classes from './settings.module.css'

const input = (siteId: string, user: string) => ({ path: { site_id: siteId }, query: { user_id: user } })
const todsOf = (siteId: string, user: string) => q(listTods, input(siteId, user))
const adnOf = (siteId: string, user: string) => q(readAdn, input(siteId, user))

function readsOf(siteId: string, user: string) {
  return [settingsOf(siteId, user), profilesOf({ siteId, user }), todsOf(siteId, user), adnOf(siteId, user)]
}

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  if (scope.kind === 'user') prefetch(...readsOf(siteId, scope.user))
  return load(siteOf(scope, siteId))
}

export const ErrorBoundary = pageError({ title: 'Settings' })

export function Component() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  if (scope.kind === 'account') {
    return <HolderOnly account={scope.account} what="Profiles and settings are read" />
  }
  const { user } = scope
  return (
    <>
      <Toolbar>
        <span className={classes.hint}>What the service reports. Its API changes none of it.</span>
        <LastUpdated of={readsOf(siteId, user)} />
      </Toolbar>
      <RulesPanel siteId={siteId} user={user} />
      <ProfilesPanel siteId={siteId} user={user} />
      <div className={classes.pair}>
        <Panel title="Tods" aside="one for each profile">
          <Read query={todsOf(siteId, user)} what="the schedules">
            {(tods) =>
              tods.length === 0 ? (
                <p className={classes.hint}>The service reports none.</p>
              ) : (
                tods.map((tod, i) => (
                  <RecordView
                    key={tod.profile_id ?? i}
                    value={tod.raw}
                    what={`tod ${tods.length > 1 ? i + 1 : ''}`.trim()}
                  />
                ))
              )
            }
          </Read>
        </Panel>
        <Panel title="Delivery network" actions={<Link to={paths.serviceIps()}>All service IPs</Link>}>
          <Read query={adnOf(siteId, user)} what="the delivery network">
            {(adn) => <RecordView value={adn.raw} what="delivery network" />}
          </Read>
        </Panel>
      </div>
    </>
  )
}
