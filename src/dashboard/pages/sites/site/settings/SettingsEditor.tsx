import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { readSettings, type SiteSettings, updateSettings } from '../../../../../contract/index.ts'
import { ApiError } from '../../../../api/errors.ts'
import { queryClient, useApiMutation } from '../../../../api/queries.ts'
import { useWho } from '../../../../api/scope.ts'
import { Notice } from '../../../../components/Notice.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { Restored } from '../../../../components/Restored.tsx'
import { SegmentedControl } from '../../../../components/SegmentedControl.tsx'
import { useAddress, withParam } from '../../../../hooks/use-address.ts'
import { lazyWithRetry } from '../../../../lazy-with-retry.ts'
import { toast } from '../../../../stores/toast.ts'
import { ActionList } from './ActionList.tsx'
import { ChangesPanel } from './ChangesPanel.tsx'
import { ExceptionTable } from './ExceptionTable.tsx'
import { actionRows, exceptionsOf, withEntry, withException } from './exceptions.ts'
import { InWords, settingsOf } from './RulesPanel.tsx'
import { JsonEditor, Problems } from './JsonEditor.tsx'
import { rulesInWords } from './rules-in-words.ts'
import classes from './settings.module.css'
import { editableSettings, type EditableSettings, useSettingsDraft, type SettingsDraft } from './use-settings-draft.ts'

// not part of the first load
const ExceptionDialog = lazy(lazyWithRetry(() => import('./ExceptionDialog.tsx')))
const OptionsDialog = lazy(lazyWithRetry(() => import('./OptionsDialog.tsx')))

interface Props {
  siteId: string
  user: string
  /** As the service reports them now. */
  settings: EditableSettings
}

/** The settings of the default profile as a form and as JSON, two views of one draft. */
export function SettingsEditor({ siteId, user, settings }: Props) {
  const { baseUrl } = useWho()
  const [params, setParams] = useAddress()
  const draft = useSettingsDraft(`settings:${JSON.stringify([baseUrl, user, siteId])}`, settings)
  const query = settingsOf(siteId, user)
  const save = useApiMutation(updateSettings, {
    invalidates: [readSettings],
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      draft.discard()
      toast('Settings saved')
    },
  })
  const isConflict = save.error instanceof ApiError && save.error.kind === 'conflict'
  const compareWithLatest = async () => {
    const latest = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
    const newer = editableSettings.safeParse(latest)
    // if the read failed, the button stays, and so does the reason why saving failed
    if (!newer.success) return
    draft.compareWith(newer.data)
    save.reset()
  }
  const submit = () => {
    if (draft.parsed.kind !== 'valid') return
    const body = { ...draft.parsed.settings, revision: draft.revision }
    save.mutate({ path: { site_id: siteId }, query: { user_id: user }, body })
  }
  const isJson = params.get('view') === 'json'
  return (
    <>
      <Panel
        title="Settings"
        aside="default profile"
        actions={
          <SegmentedControl
            label="Edit settings as"
            value={isJson ? 'json' : 'form'}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={(view) =>
              setParams(withParam('view', view === 'form' ? null : view), { replace: true, preventScrollReset: true })
            }
          />
        }
      >
        {draft.restored && <Restored onStartOver={draft.discard} />}
        {draft.isOutdated && !isConflict && (
          <Notice tone="warning">
            <div className={classes.notice}>
              <span role="status">These settings have changed since you started.</span>
              <Button variant="default" onClick={() => void compareWithLatest()}>
                Compare with the new settings
              </Button>
            </div>
          </Notice>
        )}
        {isJson ? (
          <JsonEditor draft={draft} onType={save.reset} />
        ) : (
          <Form draft={draft} error={save.error} onChange={save.reset} />
        )}
      </Panel>
      <ChangesPanel
        draft={draft}
        error={save.error}
        busy={save.isPending}
        onSave={submit}
        onDiscard={() => {
          draft.discard()
          save.reset()
        }}
        onCompare={isConflict ? () => void compareWithLatest() : undefined}
      />
    </>
  )
}

interface FormProps {
  draft: SettingsDraft
  error: Error | null
  /** The errors of the last save no longer apply. */
  onChange: () => void
}

function Form({ draft, error, onChange }: FormProps) {
  const [params, setParams] = useAddress()
  const edit = params.get('edit')
  const open = (what: string | null) =>
    setParams(withParam('edit', what), { replace: what === null, preventScrollReset: true })
  if (draft.parsed.kind !== 'valid') {
    return (
      <>
        <p>The form can’t show these settings. Correct them as JSON.</p>
        <Problems parsed={draft.parsed} />
      </>
    )
  }
  const { settings } = draft.parsed
  const change = (next: SiteSettings) => {
    draft.change(next)
    onChange()
  }
  const exceptions = exceptionsOf(settings)
  const { defaultActions: _, revision: _revision, ...others } = settings
  const groups = rulesInWords(others).filter(({ rules }) => rules.length > 0)
  const at = edit === 'new' ? null : Number(edit)
  const row = actionRows(settings).find((one) => edit === `${one.group}.${one.action}.${one.index}`)
  return (
    <>
      <ActionList
        rows={actionRows(settings)}
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
          <p className={classes.hint}>The edge doesn’t apply these. You can change them as JSON.</p>
        </>
      )}
      <Suspense>
        {edit !== null && row === undefined && (at === null || exceptions[at]) && (
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
        {row && (
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
