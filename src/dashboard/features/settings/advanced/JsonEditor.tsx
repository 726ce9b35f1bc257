import { Button, Textarea } from '@mantine/core'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { CopyButton } from '../../../kit/values/CopyValue.tsx'
import { placeInWords, Problems } from '../Problems.tsx'
import classes from '../settings.module.css'
import type { SettingsDraft } from '../use-settings-draft.ts'

interface Props {
  draft: SettingsDraft
  onType: (text: string) => void
}

/** The draft as text, folded until it's asked for. The forms show the same draft as soon as it's valid. */
export function JsonEditor({ draft: { text, parsed }, onType }: Props) {
  const [params, setParams] = useAddress()
  const isAskedFor = params.get('view') === 'json'
  const isWrong = parsed.kind !== 'valid'
  const isOpen = isAskedFor || isWrong
  const show = (view: 'json' | null) => setParams(withParam('view', view), { replace: true, preventScrollReset: true })
  return (
    <Panel
      title="As JSON"
      aside="keys that this dashboard doesn’t know are kept"
      bare={!isOpen}
      actions={
        <>
          <CopyButton value={text} what="settings" />
          {!isWrong && (
            <Button variant="default" aria-expanded={isOpen} onClick={() => show(isOpen ? null : 'json')}>
              {isOpen ? 'Hide JSON' : 'Show JSON'}
            </Button>
          )}
        </>
      }
    >
      {isOpen && (
        <>
          <Textarea
            aria-label="Settings as JSON"
            classNames={{ input: classes.json }}
            rows={20}
            value={text}
            spellCheck={false}
            autoCapitalize="none"
            error={parsed.kind === 'not JSON' ? placeInWords(parsed) : undefined}
            onChange={(event) => {
              // it stays once it's right again
              if (!isAskedFor) show('json')
              onType(event.currentTarget.value)
            }}
          />
          {parsed.kind === 'invalid' && <Problems parsed={parsed} />}
        </>
      )}
    </Panel>
  )
}
