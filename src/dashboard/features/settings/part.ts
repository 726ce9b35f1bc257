import { useOutletContext } from 'react-router'
import type { SettingsEditor } from './use-settings-editor.ts'

/** What the three parts of the settings share. */
export interface SettingsPart {
  readonly siteId: string
  readonly user: string
  /** As the service reports them; undefined until they are read. */
  readonly settings: Readonly<Record<string, unknown>> | undefined
  /** Why they couldn't be read. */
  readonly error: Error | null
  readonly retry: () => void
  /** Null where the service offers no way to change them. */
  readonly editor: SettingsEditor | null
}

export const useSettingsPart = () => useOutletContext<SettingsPart>()
