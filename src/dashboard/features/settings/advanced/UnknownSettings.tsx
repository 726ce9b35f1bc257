import { Panel } from '../../../kit/layout/Panel.tsx'
import { DataTable } from '../../../kit/tables/DataTable.tsx'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import type { UnknownSetting } from '../unknown-fields.ts'
import classes from '../settings.module.css'

/** The whole is in the JSON. */
const longest = 300

/** The settings that no form shows, as the service has them. */
export function UnknownSettings({ settings }: { settings: readonly UnknownSetting[] }) {
  if (settings.length === 0) return null
  return (
    <Panel title="Not known to this dashboard" aside="every change keeps them as they are" bare>
      <DataTable
        label="Not known to this dashboard"
        rows={settings}
        rowKey={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: 'Setting',
            grows: true,
            cell: ({ name }) => (
              <code>
                <Breakable text={name} />
              </code>
            ),
          },
          {
            id: 'value',
            header: 'Value',
            grows: true,
            cell: ({ value }) => <code className={classes.value}>{inShort(value)}</code>,
          },
        ]}
      />
    </Panel>
  )
}

function inShort(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
