import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { replace, type LoaderFunctionArgs } from 'react-router'
import { scopeOf } from '../../../api/scope.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../../paths.ts'
import { refreshMs } from '../../sites/refresh-intervals.ts'
import { actionRows, withEntry } from '../exceptions.ts'
import { partMeant } from '../old-address.ts'
import { useSettingsPart } from '../part.ts'
import { PartForm } from '../PartForm.tsx'
import { activityOf } from '../reads.ts'
import { ActionGroup } from './ActionGroup.tsx'
import { actionPurposes } from './action-purposes.ts'

// not part of the first load
const OptionsDialog = lazy(lazyWithRetry(() => import('./OptionsDialog.tsx')))

/** Addresses from when the settings were one page lead to the part that they mean. */
export function loader({ params, request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url)
  const part = partMeant(searchParams)
  if (part === null) return null
  const path = part === 'exceptions' ? paths.settingsExceptions : paths.settingsAdvanced
  return replace(path(scopeOf(params), params['siteId'] ?? '') + search)
}

/** What the edge does to a site's pages and files, as switches. */
function Optimization() {
  const { siteId, user } = useSettingsPart()
  const activity = useQuery({ ...activityOf(siteId, user), refetchInterval: refreshMs })
  const lastActed =
    activity.data && new Map(activity.data.actions.map(({ action, last_acted_at }) => [action, last_acted_at]))
  const [params, setParams] = useAddress()
  const edit = params.get('edit')
  const open = (what: string | null) =>
    setParams(withParam('edit', what), { replace: what === null, preventScrollReset: true })
  return (
    <PartForm part="optimization">
      {(settings, { draft, change }) => {
        const rows = actionRows(settings)
        const edited = rows.find((row) => edit === `${row.group}.${row.action}.${row.index}`)
        return (
          <>
            {actionPurposes.map(({ title, actions }) => (
              <ActionGroup
                key={title}
                title={title}
                rows={actions.flatMap((action) => rows.filter((row) => row.action === action))}
                changes={draft.changes}
                lastActed={lastActed ?? undefined}
                onSwitch={(place, enabled) => change(withEntry(settings, place, (entry) => ({ ...entry, enabled })))}
                onOptions={({ group, action, index }) => open(`${group}.${action}.${index}`)}
              />
            ))}
            <Suspense>
              {edited && draft.parsed.kind === 'valid' && (
                <OptionsDialog
                  key={edit}
                  row={edited}
                  onDone={(options) => {
                    change(withEntry(settings, edited, (entry) => ({ ...entry, ...options })))
                    open(null)
                  }}
                  onClose={() => open(null)}
                />
              )}
            </Suspense>
          </>
        )
      }}
    </PartForm>
  )
}

export { Optimization as Component }
