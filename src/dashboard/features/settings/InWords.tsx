import { Verdict } from '../../kit/marks/Mark.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import type { RuleGroup } from './rules-in-words.ts'
import classes from './settings.module.css'

/** Settings as sentences, a panel for each kind. */
export function InWords({ groups }: { groups: readonly RuleGroup[] }) {
  return (
    <>
      {groups.map(({ title, rules, emptyText }) => (
        <Panel key={title} title={title}>
          {rules.length === 0 ? (
            <p className={classes.hint}>{emptyText}</p>
          ) : (
            <ol className={classes.rules}>
              {rules.map(({ text, enabled }, i) => (
                <li key={i}>{enabled ? text : <Verdict severity="warning">Switched off. {text}</Verdict>}</li>
              ))}
            </ol>
          )}
        </Panel>
      ))}
    </>
  )
}
