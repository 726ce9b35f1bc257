import { Textarea } from '@mantine/core'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { CopyButton } from '../../../kit/values/CopyValue.tsx'
import { placeInWords, Problems } from '../Problems.tsx'
import classes from '../settings.module.css'
import type { SettingsDraft } from '../use-settings-draft.ts'

interface Props {
  draft: SettingsDraft
  onType: (text: string) => void
}

/** The draft as text. The forms show the same draft as soon as it's valid. */
export function JsonEditor({ draft: { text, parsed }, onType }: Props) {
  return (
    <Panel title="Settings as JSON" aside="unknown keys are kept" actions={<CopyButton value={text} what="settings" />}>
      <Textarea
        aria-label="Settings as JSON"
        classNames={{ input: classes.json }}
        rows={20}
        value={text}
        spellCheck={false}
        autoCapitalize="none"
        error={parsed.kind === 'not JSON' ? placeInWords(parsed) : undefined}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {parsed.kind === 'invalid' && <Problems parsed={parsed} />}
    </Panel>
  )
}
