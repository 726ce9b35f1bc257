import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { minInterval, policies } from '../../../../contract/index.ts'
import { FieldRow } from '../../../components/Form.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { SegmentedControl } from '../../../components/SegmentedControl.tsx'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

const policyNames = {
  PARALLEL: 'Parallel: all of a round at once',
  COUNT: 'Count: so many rounds',
  DURATION: 'Duration: for so long',
} as const satisfies Record<(typeof policies)[number], string>

/** Interval, policy, views, and whether it starts at once. */
export function Schedule(props: SectionProps) {
  const { kind, draft, onChange, errors } = props
  return (
    <Panel title={kind === 'monitor' ? 'How often' : 'How long'}>
      {kind === 'test' && (
        <div className={classes.line}>
          <SegmentedControl
            label="How long"
            value={draft.policy}
            options={[
              { value: 'PARALLEL', label: 'Once' },
              { value: 'COUNT', label: 'Several times' },
              { value: 'DURATION', label: 'For a duration' },
            ]}
            onChange={(policy) => onChange({ policy })}
          />
        </div>
      )}
      <FieldRow>
        {(kind === 'monitor' || draft.policy !== 'PARALLEL') && <Interval {...props} />}
        {kind === 'monitor' && (
          <NativeSelect
            name="timing.policy"
            label="Policy"
            description="How the rounds are run."
            data={policies.map((value) => ({ value, label: policyNames[value] }))}
            value={draft.policy}
            onChange={(event) =>
              onChange({ policy: policies.find((one) => one === event.currentTarget.value) ?? 'PARALLEL' })
            }
            error={errors['timing.policy']}
          />
        )}
        {draft.policy === 'COUNT' && (
          <TextInput
            name="timing.run_times"
            label="Rounds"
            description="Then it ends."
            inputMode="numeric"
            autoComplete="off"
            value={draft.times}
            onChange={(event) => onChange({ times: event.currentTarget.value })}
            error={errors['timing.run_times']}
          />
        )}
        {draft.policy === 'DURATION' && (
          <TextInput
            name="timing.duration"
            label="Minutes in all"
            description="Then it ends."
            inputMode="numeric"
            autoComplete="off"
            value={draft.minutes}
            onChange={(event) => onChange({ minutes: event.currentTarget.value })}
            error={errors['timing.duration']}
          />
        )}
        {draft.type === 'WEBPAGE' && (
          <NativeSelect
            name="constants.browser_cache"
            label="Browser cache"
            description={
              draft.cache === 'EMPTY' ? 'One sample: a first visit.' : 'Two samples a round: first and repeat visit.'
            }
            data={[
              { value: 'EMPTY', label: 'Empty' },
              { value: 'EMPTY_AND_FULL', label: 'Empty, then full' },
            ]}
            value={draft.cache}
            onChange={(event) =>
              onChange({ cache: event.currentTarget.value === 'EMPTY_AND_FULL' ? 'EMPTY_AND_FULL' : 'EMPTY' })
            }
          />
        )}
      </FieldRow>
      <Checkbox
        label="Start at once"
        description={
          kind === 'monitor' ? 'Else it is kept, suspended, until it is started.' : 'Else it is kept and does not run.'
        }
        checked={draft.running}
        onChange={(event) => onChange({ running: event.currentTarget.checked })}
      />
      {!draft.running && (
        <TextInput
          name="suspended_message"
          label="Why it is suspended"
          autoComplete="off"
          value={draft.message}
          onChange={(event) => onChange({ message: event.currentTarget.value })}
          error={errors['suspended_message']}
        />
      )}
    </Panel>
  )
}

function Interval({ kind, draft, onChange, errors }: SectionProps) {
  return (
    <TextInput
      name="timing.interval"
      label="Every, minutes"
      description={
        kind === 'monitor' ? `At least ${minInterval}.` : `At least ${minInterval}; empty: one round after the other.`
      }
      inputMode="numeric"
      autoComplete="off"
      value={draft.interval}
      onChange={(event) => onChange({ interval: event.currentTarget.value })}
      error={errors['timing.interval']}
    />
  )
}
