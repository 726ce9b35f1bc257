import { useMutation } from '@tanstack/react-query'
import { updateSettings, type InputOf, type SiteSettings } from '../../../contract/index.ts'
import { markStale } from '../../api/change.ts'
import { call } from '../../api/client.ts'
import { ApiError } from '../../../client/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useWho } from '../../api/scope.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { settingsPages } from '../sites/tabs.ts'
import { settingsOf } from './reads.ts'
import { editableSettings, type EditableSettings, type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts'

/** A draft that can be saved. Each change ends what was said about the last attempt to save. */
export interface SettingsEditor {
  readonly draft: SettingsDraft
  readonly error: Error | null
  readonly isSaving: boolean
  /** Someone else has saved since the draft was begun, so it can't be saved as it is. */
  readonly isRefused: boolean
  readonly type: (text: string) => void
  readonly change: (settings: SiteSettings) => void
  readonly save: () => void
  /** Returns what takes it back. */
  readonly discard: () => () => void
  /** Makes the draft a change of the newest settings. False if they couldn't be read. */
  readonly compareWithLatest: () => Promise<boolean>
}

/** @param settings as the service reports them now */
export function useSettingsEditor(siteId: string, user: string, settings: EditableSettings): SettingsEditor {
  const { baseUrl } = useWho()
  const pages = settingsPages({ kind: 'user', user }, siteId).map(({ to }) => to)
  const draft = useSettingsDraft(`settings:${JSON.stringify([baseUrl, user, siteId])}`, settings, pages)
  const query = settingsOf(siteId, user)
  const { error, isPending, mutate, reset } = useMutation({
    mutationFn: (body: InputOf<typeof updateSettings>['body']) =>
      call(updateSettings, { path: { site_id: siteId }, query: { user_id: user }, body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      draft.discard()
      toast('Settings saved')
      void markStale('settings.update')
    },
  })
  const compareWithLatest = async () => {
    const latest = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
    const newer = editableSettings.safeParse(latest)
    // if the read failed, the button stays, and so does the reason why saving failed
    if (!newer.success) return false
    draft.compareWith(newer.data)
    reset()
    return true
  }
  return {
    draft,
    error,
    isSaving: isPending,
    isRefused: error instanceof ApiError && error.kind === 'conflict',
    type(text) {
      draft.type(text)
      reset()
    },
    change(next) {
      draft.change(next)
      reset()
    },
    save() {
      if (draft.parsed.kind === 'valid') mutate({ ...draft.parsed.settings, revision: draft.revision })
    },
    discard() {
      reset()
      return draft.discard()
    },
    compareWithLatest,
  }
}
