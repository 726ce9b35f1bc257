import { Button } from '@mantine/core'
import { settingsLimits, type SiteSettings } from '../../../../contract/index.ts'
import { MoreMenu, type MenuItem } from '../../../kit/actions/MoreMenu.tsx'
import { Switch } from '../../../kit/choices/Switch.tsx'
import { confirm } from '../../../kit/dialogs/confirm.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Tag } from '../../../kit/marks/Badge.tsx'
import { PlusIcon } from '../../../kit/marks/icons.tsx'
import { Verdict } from '../../../kit/marks/Mark.tsx'
import { Row, Rows } from '../Rows.tsx'
import { problemOfRule, type RuleRow, rulesOf, withRule, withRuleMoved } from '../rules.ts'
import { ruleInWords } from '../rules-in-words.ts'
import settingsClasses from '../settings.module.css'
import classes from './sentences.module.css'

interface Props {
  settings: SiteSettings
  /** What the service refused, by path. */
  problems: Readonly<Record<string, string>>
  onChange: (settings: SiteSettings) => void
  onAdd: () => void
  onEdit: (rule: RuleRow) => void
}

/** What overrides the switches, each rule as a sentence. */
export function RuleList({ onAdd, ...props }: Props) {
  const { settings, problems, onChange } = props
  const rules = rulesOf(settings)
  return (
    <Panel
      title="Rules"
      aside="for the requests it names, a rule overrides the switches; the first that fits wins"
      actions={
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          disabled={(settings.documentRules?.length ?? 0) >= settingsLimits.rules}
          onClick={onAdd}
        >
          Add rule…
        </Button>
      }
      bare={rules.length > 0}
    >
      {rules.length === 0 ? (
        <p className={settingsClasses.hint}>
          None: the switches alone decide. Add one for a part of your site, such as its images.
        </p>
      ) : (
        <Rows label="Rules">
          {rules.map((row) => {
            const problem = problemOfRule(row, problems)
            return (
              <Row
                key={`${row.list}.${row.index}`}
                title={
                  <>
                    <span className={classes.number} aria-hidden="true">
                      {row.number}
                    </span>
                    {row.name}
                    {row.hasEnded && <Tag>ended</Tag>}
                  </>
                }
                control={
                  <>
                    <Switch
                      label={row.name}
                      isOn={row.rule.enabled !== false}
                      onSwitch={(enabled) => onChange(withRule(settings, row, (rule) => ({ ...rule, enabled })))}
                    />
                    <MoreMenu label={`More about ${row.name}`} items={itemsFor(row, props)} />
                  </>
                }
              >
                <span>{ruleInWords(row.rule)}</span>
                {problem && <Verdict severity="error">{problem}</Verdict>}
              </Row>
            )
          })}
        </Rows>
      )}
    </Panel>
  )
}

function itemsFor(row: RuleRow, { settings, onChange, onEdit }: Omit<Props, 'onAdd'>): MenuItem[] {
  const [earlier, later] = [withRuleMoved(settings, row, -1), withRuleMoved(settings, row, 1)]
  return [
    { label: 'Edit…', onSelect: () => onEdit(row) },
    ...(earlier ? [{ label: 'Move up', onSelect: () => onChange(earlier) }] : []),
    ...(later ? [{ label: 'Move down', onSelect: () => onChange(later) }] : []),
    {
      label: 'Delete…',
      isDanger: true,
      onSelect: () =>
        confirm({
          title: `Delete “${row.name}”?`,
          body: `${ruleInWords(row.rule)} Nothing changes for visitors until you save the settings.`,
          verb: 'Delete',
          danger: true,
          action: async () => onChange(withRule(settings, row, () => null)),
        }),
    },
  ]
}
