import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SiteSettings } from '../../../contract/index.ts'
import { plural } from '../../kit/format/format.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { paths } from '../../paths.ts'
import { InWords } from './InWords.tsx'
import { useSettingsPart } from './part.ts'
import { Problems } from './Problems.tsx'
import { unknownSettings } from './unknown-fields.ts'
import { type Part, rulesInWords } from './rules-in-words.ts'
import classes from './settings.module.css'
import type { SettingsEditor } from './use-settings-editor.ts'

interface Props {
  part: Part
  /** The form. It can be edited while the draft is valid. */
  children: (settings: SiteSettings, editor: SettingsEditor) => ReactNode
}

/** A part of the settings as a form, or in words where it can't be one. */
export function PartForm({ part, children }: Props) {
  const { siteId, user, settings, error, retry, editor } = useSettingsPart()
  if (!settings)
    return error ? (
      <ErrorState error={error} title="Couldn’t load the settings." onRetry={retry} />
    ) : (
      <p role="status">Loading…</p>
    )
  const words = <InWords groups={rulesInWords(settings).filter((group) => group.part === part)} />
  if (!editor)
    return (
      <>
        <p className={classes.hint}>This service reports its settings but offers no way to change or try them here.</p>
        {words}
      </>
    )
  const { parsed, shown } = editor.draft
  const isWrong = parsed.kind !== 'valid'
  return (
    <>
      {isWrong && (
        <Notice tone="warning">
          <div className={classes.group}>
            <p role="status">
              {shown ? 'This shows the last valid settings.' : 'This form can’t show these settings.'}{' '}
              <Link to={paths.settingsAdvanced({ kind: 'user', user }, siteId, { view: 'json' })}>
                Correct the JSON
              </Link>{' '}
              to change them here.
            </p>
            <Problems parsed={parsed} />
          </div>
        </Notice>
      )}
      {shown ? (
        <>
          <fieldset className={classes.fields} disabled={isWrong} aria-label="Settings">
            {children(shown, editor)}
          </fieldset>
          <Unknown count={unknownSettings(shown).length} to={paths.settingsAdvanced({ kind: 'user', user }, siteId)} />
        </>
      ) : (
        words
      )}
    </>
  )
}

/** That there is more than the forms show, and where. */
function Unknown({ count, to }: { count: number; to: string }) {
  if (count === 0) return null
  const [are, they] = count === 1 ? ['isn’t', 'it stays as it is'] : ['aren’t', 'they stay as they are']
  return (
    <p className={classes.hint}>
      <Link to={to}>{plural(count, 'setting')}</Link> of this site {are} known to this dashboard; {they}.
    </p>
  )
}
