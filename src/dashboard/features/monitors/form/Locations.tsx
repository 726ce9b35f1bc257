import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { connectivityLimits, deviceNames } from '../../../../contract/index.ts'
import { Chips, type Chip } from '../../../kit/choices/Chips.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { connectivityWords } from '../connectivity.ts'
import { deviceLabels, deviceWords } from '../device.ts'
import { fullNumber } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { emptyConnection, connectionDraftOf, isSameConnection, type ConnectionDraft, type Draft } from './draft.ts'
import { CustomConnection } from './CustomConnection.tsx'
import classes from '../monitors-and-tests.module.css'
import type { SectionProps } from './section.ts'
import { chosenOr, toggled } from './toggled.ts'

const { minBandwidth, maxLatency, maxDropRate } = connectivityLimits
const limitsHint = `Bandwidth is 0 for no limit, or at least ${minBandwidth} kbps. Latency is at most ${fullNumber(maxLatency)} ms, packet loss at most ${maxDropRate}%.`

/** Chooses locations, connections and browsers. */
export function Locations(props: SectionProps) {
  return (
    <Panel title={props.draft.type === 'WEBPAGE' ? 'Locations, connections and browsers' : 'Locations and connections'}>
      <LocationPicker {...props} />
      <ConnectionPicker {...props} />
      {props.draft.type === 'WEBPAGE' && <DevicePicker {...props} />}
      {props.draft.type === 'WEBPAGE' && <BrowserPicker {...props} />}
    </Panel>
  )
}

function LocationPicker({ draft, onChange, errors, offer }: SectionProps) {
  const error = errorsAt(errors, 'variables.locations')
  if (!offer) {
    return (
      <TypedList
        name="variables.locations"
        label="Locations"
        hint="One per line. This service doesn’t list its locations; leave empty to let it choose."
        values={draft.locations}
        onChange={(locations) => onChange({ locations })}
        error={error}
      />
    )
  }
  const known = offer.locations.map(({ name }) => ({ name, label: name }))
  const usual = known[0]?.name
  const others = draft.locations.filter((name) => !known.some((location) => location.name === name))
  const chips = [...known, ...others.map((name) => ({ name, label: `${name} (no longer available)` }))].map(
    ({ name, label }): Chip => ({
      key: name,
      label,
      checked: chosenOr(draft.locations, usual).includes(name),
      onToggle: () => onChange({ locations: [...toggled(draft.locations, name, usual)] }),
    }),
  )
  return (
    <Chips
      legend="Locations"
      chips={chips}
      hint={chips.length === 0 ? 'The service chooses one.' : undefined}
      error={error}
    />
  )
}

function ConnectionPicker({ draft, onChange, errors, offer }: SectionProps) {
  const presets = (offer?.connectivities ?? []).map((connection) => ({
    ...connectionDraftOf(connection),
    name: connection.name,
  }))
  const isPreset = (connection: ConnectionDraft) => presets.some((preset) => isSameConnection(preset, connection))
  const chips = presets.map(({ name, ...connection }): Chip => {
    const checked = draft.connections.some((other) => isSameConnection(other, connection))
    return {
      key: name,
      label: `${name} · ${connectivityWords({ bandwidth_down: Number(connection.down), bandwidth_up: Number(connection.up), latency: Number(connection.latency), drop_rate: Number(connection.loss) })}`,
      checked,
      onToggle: () =>
        onChange({
          connections: checked
            ? draft.connections.filter((other) => !isSameConnection(other, connection))
            : [...draft.connections, connection],
        }),
    }
  })
  const unthrottled: Chip = {
    key: '',
    label: 'No throttling',
    checked: draft.connections.length === 0,
    onToggle: () => onChange({ connections: [] }),
  }
  const replace = (at: number, connection: ConnectionDraft | null) =>
    onChange({
      connections: draft.connections.flatMap((other, i) => (i === at ? (connection ? [connection] : []) : [other])),
    })
  return (
    <Chips
      legend="Connections"
      chips={[unthrottled, ...chips]}
      hint={draft.connections.every(isPreset) ? undefined : limitsHint}
      error={errors['variables.connectivities']}
    >
      {draft.connections.map(
        (connection, i) =>
          !isPreset(connection) && (
            <CustomConnection
              // the values change as they are typed, so only the index identifies it
              key={i}
              at={i}
              connection={connection}
              errors={errors}
              onChange={(next) => replace(i, next)}
              onRemove={() => replace(i, null)}
            />
          ),
      )}
      <div>
        <Button variant="subtle" onClick={() => onChange({ connections: [...draft.connections, emptyConnection] })}>
          + Custom connection
        </Button>
      </div>
    </Chips>
  )
}

/** Nothing where the service doesn’t say that it has devices. */
function DevicePicker({ draft, onChange, offer }: SectionProps) {
  const chosen = offer?.devices?.find(({ name }) => name === draft.device)
  if (!offer?.devices) return null
  return (
    <div className={classes.line}>
      <strong aria-hidden="true" className={classes.legend}>
        Device
      </strong>
      <SegmentedControl
        label="Device"
        value={draft.device}
        options={deviceNames.map((value) => ({ value, label: deviceLabels[value] }))}
        onChange={(device) => onChange({ device })}
      />
      {chosen && <p className={classes.hint}>{deviceWords(chosen)}</p>}
    </div>
  )
}

function BrowserPicker({ draft, onChange, errors, offer }: SectionProps) {
  const error = errorsAt(errors, 'variables.browsers')
  if (!offer) {
    return (
      <TypedList
        name="variables.browsers"
        label="Browsers"
        hint="One per line, as name and version, such as Chromium 150. Leave empty to let the service choose."
        values={draft.browsers.map(({ name, version }) => `${name} ${version}`.trim())}
        onChange={(values) => onChange({ browsers: values.map(browserFrom) })}
        error={error}
      />
    )
  }
  const [usual] = offer.browsers
  const chips = offer.browsers.map((browser): Chip => ({
    key: `${browser.name} ${browser.version}`,
    label: `${browser.name} ${browser.version}`,
    checked: chosenOr(draft.browsers, usual).some((one) => isSameBrowser(one, browser)),
    onToggle: () => onChange({ browsers: [...toggled(draft.browsers, browser, usual, isSameBrowser)] }),
  }))
  const unavailable = draft.browsers.filter(
    ({ name, version }) => !chips.some(({ key }) => key === `${name} ${version}`),
  )
  const unavailableChips = unavailable.map((browser): Chip => ({
    key: `unavailable ${browser.name} ${browser.version}`,
    label: `${browser.name} ${browser.version} (no longer available)`,
    checked: true,
    onToggle: () => onChange({ browsers: draft.browsers.filter((other) => other !== browser) }),
  }))
  return (
    <Chips
      legend="Browsers"
      chips={[...chips, ...unavailableChips]}
      hint={draft.browsers.length === 0 && !usual ? 'No location has a browser right now.' : undefined}
      error={error}
    />
  )
}

type Browser = Draft['browsers'][number]

const isSameBrowser = (a: Browser, b: Browser) => a.name === b.name && a.version === b.version

/** Splits `Chromium 150` at the last space into name and version. */
export function browserFrom(text: string): { name: string; version: string } {
  const at = text.trim().lastIndexOf(' ')
  return at < 0
    ? { name: text.trim(), version: '' }
    : { name: text.trim().slice(0, at), version: text.trim().slice(at + 1) }
}

interface TypedProps {
  name: string
  label: string
  hint: string
  values: readonly string[]
  onChange: (values: string[]) => void
  error: string | undefined
}

/** A list typed one item per line. The text is kept exactly as typed, including blank lines. */
function TypedList({ name, label, hint, values, onChange, error }: TypedProps) {
  const [typed, setTyped] = useState(values.join('\n'))
  return (
    <Textarea
      name={name}
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxRows={8}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(
          text
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        )
      }}
      error={error}
    />
  )
}

/** The error of a list or of one of its items. */
function errorsAt(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1]
}
