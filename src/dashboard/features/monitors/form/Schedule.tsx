import { TextInput } from '@mantine/core'
import { minInterval } from '../../../../contract/index.ts'
import { Checkbox } from '../../../kit/choices/Checkbox.tsx'
import { FieldRow } from '../../../kit/forms/Form.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { Select } from '../../../kit/choices/Select.tsx'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'

/**
 * Sets interval, views, whether the monitor or test starts right away and, for a test, how long it runs. A monitor runs until
 * it's paused, whatever its policy.
 */
export function Schedule(props: SectionProps) {
  const { kind, isEdit, draft, onChange, errors } = props
  return (
    <Panel title="Schedule">
      {kind === 'test' && (
        <div className={classes.line}>
          <SegmentedControl
            label="Duration"
            value={draft.policy}
            options={[
              { value: 'PARALLEL', label: 'Once' },
              { value: 'COUNT', label: 'Several rounds' },
              { value: 'DURATION', label: 'For a set time' },
            ]}
            onChange={(policy) => onChange({ policy })}
          />
        </div>
      )}
      <FieldRow>
        {(kind === 'monitor' || draft.policy !== 'PARALLEL') && <Interval {...props} />}
        {kind === 'test' && draft.policy === 'COUNT' && (
          <TextInput
            name="timing.run_times"
            label="Rounds"
            description="How many to run."
            inputMode="numeric"
            autoComplete="off"
            value={draft.times}
            onChange={(event) => onChange({ times: event.currentTarget.value })}
            error={errors['timing.run_times']}
          />
        )}
        {kind === 'test' && draft.policy === 'DURATION' && (
          <TextInput
            name="timing.duration"
            label="Total minutes"
            description="How long to run."
            inputMode="numeric"
            autoComplete="off"
            value={draft.minutes}
            onChange={(event) => onChange({ minutes: event.currentTarget.value })}
            error={errors['timing.duration']}
          />
        )}
        {draft.type === 'WEBPAGE' && (
          <Select
            name="constants.browser_cache"
            label="Views"
            description={
              draft.cache === 'EMPTY'
                ? 'Loads the page with an empty browser cache.'
                : 'Loads the page with an empty browser cache, then with a full one.'
            }
            options={[
              { value: 'EMPTY', label: 'First view' },
              { value: 'EMPTY_AND_FULL', label: 'First and repeat view' },
            ]}
            value={draft.cache}
            onChange={(event) =>
              onChange({ cache: event.currentTarget.value === 'EMPTY_AND_FULL' ? 'EMPTY_AND_FULL' : 'EMPTY' })
            }
          />
        )}
      </FieldRow>
      {!isEdit && <Start {...props} />}
    </Panel>
  )
}

function Start({ kind, draft, onChange, errors }: SectionProps) {
  return (
    <>
      <Checkbox
        label="Start right away"
        description={
          kind === 'monitor'
            ? 'Otherwise it’s created paused, and you can start it later.'
            : 'Otherwise it’s created but doesn’t run.'
        }
        checked={draft.running}
        onChange={(event) => onChange({ running: event.currentTarget.checked })}
      />
      {!draft.running && (
        <TextInput
          name="suspended_message"
          label="Reason for pausing"
          autoComplete="off"
          value={draft.message}
          onChange={(event) => onChange({ message: event.currentTarget.value })}
          error={errors['suspended_message']}
        />
      )}
    </>
  )
}

function Interval({ kind, draft, onChange, errors }: SectionProps) {
  return (
    <TextInput
      name="timing.interval"
      label="Interval, minutes"
      description={
        kind === 'monitor'
          ? `At least ${minInterval}.`
          : `At least ${minInterval}. Leave empty to run rounds back to back.`
      }
      inputMode="numeric"
      autoComplete="off"
      value={draft.interval}
      onChange={(event) => onChange({ interval: event.currentTarget.value })}
      error={errors['timing.interval']}
    />
  )
}
