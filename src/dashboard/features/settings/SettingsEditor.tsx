import { Button } from '@mantine/core'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { readActivity, updateSettings, type InputOf } from '../../../contract/index.ts'
import { markStale } from '../../api/change.ts'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { ifOffered, q, queryClient } from '../../api/queries.ts'
import { useWho } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { DraftRestoredNotice } from '../../kit/forms/DraftRestoredNotice.tsx'
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { refreshMs } from '../sites/refresh-intervals.ts'
import { ChangesPanel } from './ChangesPanel.tsx'
import { settingsOf } from './RulesPanel.tsx'
import { JsonEditor } from './JsonEditor.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { TryPanel } from './TryPanel.tsx'
import { editableSettings, type EditableSettings, useSettingsDraft } from './use-settings-draft.ts'

interface Props {
  siteId: string
  user: string
  /** As the service reports them now. */
  settings: EditableSettings
}

/** The settings of the default profile as a form and as JSON, two views of one draft. */
export function SettingsEditor({ siteId, user, settings }: Props) {
  const { baseUrl } = useWho()
  const { data: site } = useSuspenseQuery(siteOf({ kind: 'user', user }, siteId))
  const activity = useQuery({ ...activityOf(siteId, user), refetchInterval: refreshMs })
  const lastActed =
    activity.data && new Map(activity.data.actions.map(({ action, last_acted_at }) => [action, last_acted_at]))
  const [params, setParams] = useAddress()
  const draft = useSettingsDraft(`settings:${JSON.stringify([baseUrl, user, siteId])}`, settings)
  const query = settingsOf(siteId, user)
  const save = useMutation({
    mutationFn: (body: InputOf<typeof updateSettings>['body']) =>
      call(updateSettings, { path: { site_id: siteId }, query: { user_id: user }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      draft.discard()
      toast('Settings saved')
      void markStale('settings.update')
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
    save.mutate({ ...draft.parsed.settings, revision: draft.revision })
  }
  const isJson = params.get('view') === 'json'
  return (
    <>
      <Panel
        title="Settings"
        aside="default profile"
        actions={
          <div className={classes.choice}>
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
          </div>
        }
      >
        {draft.restored && <DraftRestoredNotice onStartOver={draft.discard} />}
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
        <div className={classes.editor} data-view={isJson ? 'json' : 'form'}>
          <div className={classes.formSide}>
            <SettingsForm draft={draft} lastActed={lastActed} error={save.error} onChange={save.reset} />
          </div>
          <div className={classes.jsonSide}>
            <JsonEditor draft={draft} onType={save.reset} />
          </div>
        </div>
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
      <TryPanel siteId={siteId} user={user} host={site.host} draft={draft} />
    </>
  )
}

/** Null where the service doesn't say. */
export function activityOf(siteId: string, user: string) {
  return ifOffered(q(readActivity, { path: { site_id: siteId }, query: { user_id: user } }))
}
