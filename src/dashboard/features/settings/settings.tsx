import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams, type LoaderFunctionArgs } from 'react-router'
import { loadWithin } from '../../api/load-within.ts'
import { load, prefetch } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { SubTabs } from '../../kit/navigation/SubTabs.tsx'
import { useAddress } from '../../kit/navigation/use-address.ts'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { pageError } from '../errors/page-error.tsx'
import { HolderOnly } from '../sites/HolderOnly.tsx'
import { siteOf } from '../sites/reads.ts'
import { settingsPages } from '../sites/tabs.ts'
import { exceptionCount } from './exception-count.ts'
import { Identifiers } from './Identifiers.tsx'
import { Columns } from '../../kit/layout/Columns.tsx'
import classes from './layout.module.css'
import type { SettingsPart } from './part.ts'
import { activityOf, deliveryNetworkOf, profilesOf, schedulesOf, settingsOf } from './reads.ts'
import { SaveBar } from './SaveBar.tsx'
import { StaleDraft } from './StaleDraft.tsx'
import { TryPanel } from './try/TryPanel.tsx'
import { editableSettings, type EditableSettings } from './use-settings-draft.ts'
import { useSettingsEditor } from './use-settings-editor.ts'

function allQueries(siteId: string, user: string) {
  return [
    settingsOf(siteId, user),
    profilesOf(siteId, user),
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
  return <HolderSettings key={siteId} siteId={siteId} user={scope.user} />
}

export { SettingsPage as Component }

type Read = Omit<SettingsPart, 'editor'>

/** A service that can change settings reports their revision. */
function HolderSettings({ siteId, user }: { siteId: string; user: string }) {
  const { data, error, refetch } = useQuery(settingsOf(siteId, user))
  const read = { siteId, user, settings: data, error, retry: () => void refetch() }
  const editable = editableSettings.safeParse(data)
  if (editable.success) return <Editable read={read} settings={editable.data} />
  return (
    <>
      <PartTabs {...read} />
      <Outlet context={{ ...read, editor: null } satisfies SettingsPart} />
    </>
  )
}

/** Changes of all parts are one draft, which a move between them keeps. So is the answer about an address. */
function Editable({ read, settings }: { read: Read; settings: EditableSettings }) {
  const { siteId, user } = read
  const { data: site } = useSuspenseQuery(siteOf({ kind: 'user', user }, siteId))
  const editor = useSettingsEditor(siteId, user, settings)
  return (
    <>
      <PartTabs {...read} settings={editor.draft.shown ?? settings} />
      <StaleDraft editor={editor} />
      <Columns aside={<TryPanel siteId={siteId} user={user} host={site.host} draft={editor.draft} />}>
        <Outlet context={{ ...read, editor } satisfies SettingsPart} />
      </Columns>
      <SaveBar editor={editor} />
    </>
  )
}

function PartTabs({ siteId, user, settings }: Pick<Read, 'siteId' | 'user' | 'settings'>) {
  const { pathname } = useLocation()
  const [params] = useAddress()
  const tried = params.get('try')
  const search = tried === null ? '' : `?${new URLSearchParams({ try: tried })}`
  const [, exceptions] = settingsPages({ kind: 'user', user }, siteId)
  const count = settings && exceptionCount(settings)
  return (
    <div className={classes.parts}>
      <SubTabs
        label="Settings"
        tabs={settingsPages({ kind: 'user', user }, siteId).map(({ label, to }) => ({
          label,
          to: `${to}${search}`,
          isCurrent: to === pathname,
          ...(to === exceptions.to && count ? { count } : {}),
        }))}
      />
      <LastUpdated of={allQueries(siteId, user)} />
    </div>
  )
}
