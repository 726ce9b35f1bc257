import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { CodeBlock } from '../../../kit/values/CodeBlock.tsx'
import { unknownInRecord } from '../unknown-fields.ts'
import { Tree } from './Tree.tsx'
import { UnknownSettings } from './UnknownSettings.tsx'

/** The settings of a service that can't change them, as a tree or as JSON. */
export function SettingsRecord({ settings }: { settings: Readonly<Record<string, unknown>> }) {
  const [params, setParams] = useAddress()
  const view = params.get('view') === 'json' ? 'json' : 'tree'
  const choose = (next: string) =>
    setParams(withParam('view', next === 'json' ? next : null), { replace: true, preventScrollReset: true })
  return (
    <>
      <UnknownSettings settings={unknownInRecord(settings)} />
      <Panel
        title="Settings as reported"
        actions={
          <SegmentedControl
            label="Show the settings as"
            value={view}
            options={[
              { value: 'tree', label: 'Tree' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={choose}
          />
        }
      >
        {view === 'json' ? (
          <CodeBlock text={JSON.stringify(settings, null, 2)} what="settings as JSON" />
        ) : (
          <Tree name="settings" value={settings} />
        )}
      </Panel>
    </>
  )
}
