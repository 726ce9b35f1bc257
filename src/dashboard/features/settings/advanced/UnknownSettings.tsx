import { Panel } from '../../../kit/layout/Panel.tsx'
import type { Rule } from '../rules-in-words.ts'
import classes from '../settings.module.css'

/** What no form shows, in words. */
export function UnknownSettings({ rules }: { rules: readonly Rule[] }) {
  if (rules.length === 0) return null
  return (
    <Panel title="Not known to this dashboard" aside="kept as they are">
      <ul className={classes.group} aria-label="Not known to this dashboard">
        {rules.map(({ text, enabled }, i) => (
          <li key={i}>{enabled ? text : `Switched off. ${text}`}</li>
        ))}
      </ul>
    </Panel>
  )
}
