import { lazy, Suspense } from 'react'
import { isActionName, type SiteSettings } from '../../../contract/index.ts'
import { ApiError } from '../../api/errors.ts'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { ActionList, type ActionTimes } from './ActionList.tsx'
import { ExceptionTable } from './ExceptionTable.tsx'
import { actionRows, exceptionsOf, withEntry, withException } from './exceptions.ts'
import { Problems } from './JsonEditor.tsx'
import { rulesInWords } from './rules-in-words.ts'
import { InWords } from './RulesPanel.tsx'
import classes from './settings.module.css'
import type { SettingsDraft } from './use-settings-draft.ts'

// not part of the first load
const ExceptionDialog = lazy(lazyWithRetry(() => import('./ExceptionDialog.tsx')))
const OptionsDialog = lazy(lazyWithRetry(() => import('./OptionsDialog.tsx')))

interface Props {
  draft: SettingsDraft
  lastActed: ActionTimes | null | undefined
  error: Error | null
  /** The errors of the last save no longer apply. */
  onChange: () => void
}

/** The settings as switches and rows. It can be edited while the draft is valid. */
export function SettingsForm({ draft, lastActed, error, onChange }: Props) {
  const [params, setParams] = useAddress()
  const edit = params.get('edit')
  const open = (what: string | null) =>
    setParams(withParam('edit', what), { replace: what === null, preventScrollReset: true })
  const { parsed, shown: settings } = draft
  const wrong = parsed.kind !== 'valid' && (
    <>
      <p role="status">
        {settings
          ? 'The form shows the last valid settings. Correct the JSON to change them here.'
          : 'The form can’t show these settings. Correct them as JSON.'}
      </p>
      <div className={classes.inForm}>
        <Problems parsed={parsed} />
      </div>
    </>
  )
  if (!settings) return wrong
  const change = (next: SiteSettings) => {
    draft.change(next)
    onChange()
  }
  const exceptions = exceptionsOf(settings)
  const { defaultActions: _, revision: _revision, ...others } = settings
  const rows = actionRows(settings)
  const unknown = rows.filter(({ action }) => !isActionName(action)).map(({ action, entry }) => [action, entry])
  const groups = rulesInWords({ ...Object.fromEntries(unknown), ...others }).filter(
    ({ rules, note }) => rules.length > 0 || note !== undefined,
  )
  const at = edit === 'new' ? null : Number(edit)
  const row = actionRows(settings).find((one) => edit === `${one.group}.${one.action}.${one.index}`)
  return (
    <>
      {wrong}
      <fieldset className={classes.fields} disabled={wrong !== false} aria-label="Settings">
        <ActionList
          rows={rows.filter(({ action }) => isActionName(action))}
          lastActed={lastActed ?? undefined}
          onSwitch={(place, enabled) => change(withEntry(settings, place, (entry) => ({ ...entry, enabled })))}
          onOptions={({ group, action, index }) => open(`${group}.${action}.${index}`)}
        />
        <ExceptionTable
          settings={settings}
          exceptions={exceptions}
          problems={error instanceof ApiError ? error.fields : {}}
          onAdd={() => open('new')}
          onEdit={(index) => open(String(index))}
          onRemove={(index) => change(withException(settings, index, null))}
        />
        {groups.length > 0 && (
          <>
            <InWords groups={groups} />
            <p className={classes.hint}>
              For the requests it names, a rule overrides the switches above. Anything the edge doesn’t recognize has no
              effect. You can edit all of this as JSON.
            </p>
          </>
        )}
      </fieldset>
      <Suspense>
        {!wrong && edit !== null && row === undefined && (at === null || exceptions[at]) && (
          <ExceptionDialog
            key={edit}
            rows={actionRows(settings)}
            exception={at === null ? null : (exceptions[at] ?? null)}
            onDone={(exception) => {
              change(withException(settings, at, exception))
              open(null)
            }}
            onClose={() => open(null)}
          />
        )}
        {!wrong && row && (
          <OptionsDialog
            key={edit}
            row={row}
            onDone={(options) => {
              change(withEntry(settings, row, (entry) => ({ ...entry, ...options })))
              open(null)
            }}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </>
  )
}
