import { readSettings } from '../../../contract/index.ts'
import { q } from '../../api/queries.ts'
import { CodeBlock } from '../../kit/values/CodeBlock.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { rulesInWords, type RuleGroup } from './rules-in-words.ts'
import classes from './settings.module.css'
import { Tree } from './Tree.tsx'

const views = ['words', 'tree', 'json'] as const
type View = (typeof views)[number]

const labels: Readonly<Record<View, string>> = { words: 'In words', tree: 'Tree', json: 'JSON' }

export function settingsOf(siteId: string, user: string) {
  return q(readSettings, { path: { site_id: siteId }, query: { user_id: user } })
}

type Reported = Readonly<Record<string, unknown>>

/** The default profile's settings: read-only in words, as a tree or as JSON, from a service that can't change them. */
export function RulesPanel({ settings }: { settings: Reported }) {
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
      <p className={classes.hint}>This service reports its settings but offers no way to change or try them here.</p>
      {view === 'json' ? (
        <CodeBlock text={JSON.stringify(settings, null, 2)} what="settings as JSON" />
      ) : view === 'tree' ? (
        <Tree name="settings" value={settings} />
      ) : (
        <InWords groups={rulesInWords(settings)} />
      )}
    </Panel>
  )
}

/** Settings as sentences. */
export function InWords({ groups }: { groups: readonly RuleGroup[] }) {
  return (
    <>
      {groups.map(({ title, rules, emptyText, note }) => (
        <div key={title} className={classes.group}>
          <h3>{title}</h3>
          {note !== undefined ? (
            <p>{note}</p>
          ) : rules.length === 0 ? (
            <p className={classes.hint}>{emptyText}</p>
          ) : (
            <ol className={classes.rules}>
              {rules.map(({ text, enabled }, i) => (
                <li key={i}>{enabled ? text : <Verdict severity="warning">Switched off. {text}</Verdict>}</li>
              ))}
            </ol>
          )}
        </div>
      ))}
    </>
  )
}
