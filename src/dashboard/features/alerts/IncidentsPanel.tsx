import { alertLimits, incidentKinds, slowReasons } from '../../../contract/index.ts'
import { kindName } from '../../../words/verdict.ts'
import type { Scope } from '../../api/scope.ts'
import { Checkbox } from '../../kit/choices/Checkbox.tsx'
import { Chips } from '../../kit/choices/Chips.tsx'
import { MultiChoice } from '../../kit/choices/MultiChoice.tsx'
import { Select } from '../../kit/choices/Select.tsx'
import { fullNumber } from '../../kit/format/format.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { namedMonitors } from '../monitors/reads.ts'
import { siteList } from '../sites/reads.ts'
import { readerOf } from '../sites/server-words.ts'
import type { RulePanelProps } from './RecipientPanel.tsx'
import { reportsSlow, toggled } from './rule-draft.ts'
import { severityChoices, slowChoices, unusualInWords } from './words.ts'

/** Which incidents a rule is about, and whether it's on. */
export function IncidentsPanel({ scope, draft, errors, onChange }: RulePanelProps) {
  return (
    <Panel title="Incidents to report">
      <Chips
        legend="Kinds of incidents"
        hint={draft.kinds.length === 0 ? 'None selected: every kind is reported.' : undefined}
        error={errors['kinds']}
        chips={incidentKinds.map((kind) => ({
          key: kind,
          label: kindName(kind, readerOf(scope)),
          checked: draft.kinds.includes(kind),
          onToggle: (checked) => onChange({ kinds: toggled(draft.kinds, kind, checked) }),
        }))}
      />
      {reportsSlow(draft) && (
        <Select
          name="slow_by"
          label="Slow pages"
          description={unusualInWords}
          options={slowChoices.map(({ value, label }) => ({ value, label }))}
          value={draft.slowBy}
          error={errors['slow_by']}
          onChange={({ currentTarget: { value } }) =>
            onChange({ slowBy: slowReasons.find((by) => by === value) ?? '' })
          }
        />
      )}
      <Select
        name="min_severity"
        label="Severity"
        options={severityChoices.map(({ value, label }) => ({ value, label }))}
        value={draft.minSeverity}
        error={errors['min_severity']}
        onChange={(event) => onChange({ minSeverity: event.currentTarget.value })}
      />
      {scope.kind !== 'partner' && <Places scope={scope} draft={draft} errors={errors} onChange={onChange} />}
      <Checkbox
        label="Also notify on recovery"
        checked={draft.tellRecovery}
        onChange={(event) => onChange({ tellRecovery: event.currentTarget.checked })}
      />
      <Checkbox
        label="Rule is on"
        description="While it’s off, the rule keeps its settings but sends nothing."
        checked={draft.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
    </Panel>
  )
}

/** The sites and monitors of an account that a rule is about. */
function Places({ scope, draft, errors, onChange }: RulePanelProps & { scope: Scope }) {
  const monitors = namedMonitors(scope)
  return (
    <>
      <QueryPanel query={siteList(scope)} what="the sites">
        {({ sites }) => (
          <MultiChoice
            label="Sites"
            hint={
              draft.siteIds.length > 0
                ? 'Covers incidents of the selected sites.'
                : draft.monitorIds.length > 0
                  ? 'None selected: covers only what the selected monitors find.'
                  : 'Leave both empty to cover everything.'
            }
            error={errors['site_ids']}
            options={sites.map(({ id, host }) => ({ value: id, label: host }))}
            chosen={draft.siteIds}
            max={alertLimits.selected}
            missing="Deleted site"
            onChange={(siteIds) => onChange({ siteIds })}
          />
        )}
      </QueryPanel>
      <QueryPanel query={monitors} what="the monitors">
        {({ rows, of = rows.length }) => (
          <MultiChoice
            label="Monitors"
            hint={[
              'Covers incidents that the selected monitors find.',
              ...(of > rows.length ? [`Only the first ${fullNumber(rows.length)} are listed.`] : []),
            ].join(' ')}
            error={errors['monitor_ids']}
            options={rows.flatMap(({ id, name }) => (id === undefined ? [] : [{ value: id, label: name ?? id }]))}
            chosen={draft.monitorIds}
            max={alertLimits.selected}
            missing="Deleted monitor"
            onChange={(monitorIds) => onChange({ monitorIds })}
          />
        )}
      </QueryPanel>
    </>
  )
}
