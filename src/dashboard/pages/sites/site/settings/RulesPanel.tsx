import { readSettings } from '../../../../../contract/index.ts'
import { q } from '../../../../api/queries.ts'
import { CodeBlock } from '../../../../components/CodeBlock.tsx'
import { Verdict } from '../../../../components/Mark.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { Read } from '../../../../components/Read.tsx'
import { SegmentedControl } from '../../../../components/SegmentedControl.tsx'
import { useAddress, withParam } from '../../../../hooks/use-address.ts'
import { rulesInWords } from './rules-in-words.ts'
import classes from './settings.module.css'
import { Tree } from './Tree.tsx'

const views = ['words', 'tree', 'json'] as const
type View = (typeof views)[number]

const labels: Readonly<Record<View, string>> = { words: 'In words', tree: 'Tree', json: 'JSON' }

export function settingsOf(siteId: string, user: string) {
  return q(readSettings, { path: { site_id: siteId }, query: { user_id: user } })
}

/** The default profile's rules: in words, as a tree or as JSON. */
export function RulesPanel({ siteId, user }: { siteId: string; user: string }) {
  const [params, setParams] = useAddress()
  const view = views.find((name) => name === params.get('view')) ?? 'words'
  const choose = (next: View) =>
    setParams(withParam('view', next === 'words' ? null : next), { replace: true, preventScrollReset: true })
  return (
    <Panel
      title="Rules"
      aside="default profile"
      actions={
        <SegmentedControl
          label="Show rules"
          value={view}
          options={views.map((value) => ({ value, label: labels[value] }))}
          onChange={choose}
        />
      }
    >
      <Read query={settingsOf(siteId, user)} what="the settings">
        {(settings) =>
          view === 'json' ? (
            <CodeBlock text={JSON.stringify(settings, null, 2)} what="settings as JSON" />
          ) : view === 'tree' ? (
            <Tree name="settings" value={settings} />
          ) : (
            <InWords settings={settings} />
          )
        }
      </Read>
    </Panel>
  )
}

function InWords({ settings }: { settings: Readonly<Record<string, unknown>> }) {
  return (
    <>
      {rulesInWords(settings).map(({ title, rules, emptyText }) => (
        <div key={title} className={classes.group}>
          <h3>{title}</h3>
          {rules.length === 0 ? (
            <p className={classes.hint}>{emptyText}</p>
          ) : (
            <ol className={classes.rules}>
              {rules.map(({ text, enabled }, i) => (
                <li key={i}>{enabled ? text : <Verdict severity="warning">Off: {text}</Verdict>}</li>
              ))}
            </ol>
          )}
        </div>
      ))}
    </>
  )
}
