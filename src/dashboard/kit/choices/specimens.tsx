import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { Chips } from './Chips.tsx'
import { Choice } from './Choice.tsx'
import { Controls } from './Controls.tsx'
import { DatesPopover } from './DatesPopover.tsx'
import { Dropdown } from './Dropdown.tsx'
import { MultiChoice } from './MultiChoice.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { SearchField } from './SearchField.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { Select } from './Select.tsx'
import { Switch } from './Switch.tsx'
import { longName } from '../specimens/sample-data.ts'
import { Line, Stack, type Specimens } from '../specimens/specimen.tsx'
import classes from '../specimens/specimens.module.css'

const ranges = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
] as const
const locations = ['Frankfurt', 'Tokyo', 'Virginia']

type Range = (typeof ranges)[number]['value']

function Segments({ label, wide = false }: { label: string; wide?: boolean }) {
  const [value, setValue] = useState<Range>('7d')
  return <SegmentedControl label={label} value={value} options={ranges} onChange={setValue} wide={wide} />
}

function SwitchOf({ label, initial }: { label: string; initial: boolean }) {
  const [isOn, setIsOn] = useState(initial)
  return <Switch label={label} isOn={isOn} onSwitch={setIsOn} />
}

type ChoiceProps = Omit<ComponentProps<typeof Choice>, 'value' | 'onChange' | 'options'>

function ChoiceOf({ options = locations, ...props }: ChoiceProps & { options?: readonly string[] }) {
  const [value, setValue] = useState(options[0] ?? '')
  return (
    <Choice
      {...props}
      value={value}
      options={options.map((option) => ({ value: option, label: option }))}
      onChange={setValue}
    />
  )
}

function SelectOf(props: Pick<ComponentProps<typeof Select>, 'label' | 'description' | 'error' | 'withAsterisk'>) {
  return <Select {...props} options={locations.map((value) => ({ value, label: value }))} />
}

type ChipsProps = Pick<ComponentProps<typeof Chips>, 'legend' | 'hint' | 'error'>

function ChipsOf({ names = locations, first = [], ...props }: ChipsProps & { names?: string[]; first?: string[] }) {
  const [chosen, setChosen] = useState<readonly string[]>(first)
  return (
    <Chips
      {...props}
      chips={names.map((name) => ({
        key: name,
        label: name,
        checked: chosen.includes(name),
        onToggle: (checked) =>
          setChosen((before) => (checked ? [...before, name] : before.filter((other) => other !== name))),
      }))}
    />
  )
}

const manyHosts = Array.from({ length: 1000 }, (_, i) => `shop-${i + 1}.example`)

type MultiProps = Pick<ComponentProps<typeof MultiChoice>, 'label' | 'hint' | 'error'>

function Multi({ names, first = [], ...props }: MultiProps & { names: readonly string[]; first?: readonly string[] }) {
  const [chosen, setChosen] = useState(first)
  return (
    <MultiChoice
      {...props}
      options={names.map((name) => ({ value: name, label: name }))}
      chosen={chosen}
      max={100}
      missing="Deleted site"
      onChange={setChosen}
    />
  )
}

function Search({ label, initial = '' }: { label: string; initial?: string }) {
  const [value, setValue] = useState(initial)
  return (
    <Line>
      <SearchField label={label} value={value} onSearch={setValue} />
      <span role="status">{value ? `Searching for “${value}”` : 'Nothing searched for'}</span>
    </Line>
  )
}

export const specimens: Specimens = {
  SegmentedControl: {
    purpose: 'Offers one of a few options and shows them all.',
    cases: [
      { state: 'Default', example: <Segments label="Time window" /> },
      {
        state: 'Wide',
        example: (
          <div className={classes.narrow}>
            <Segments label="Time window, wide" wide />
          </div>
        ),
      },
    ],
  },
  Switch: {
    purpose: 'Turns on or off what a row is about.',
    cases: [
      { state: 'On', example: <SwitchOf label="Compress" initial /> },
      { state: 'Off', example: <SwitchOf label="Early hints" initial={false} /> },
    ],
  },
  Checkbox: {
    purpose: 'Turns one thing on or off.',
    cases: [
      { state: 'Default', example: <Checkbox label="Start right away" defaultChecked /> },
      {
        state: 'With a description',
        example: <Checkbox label="Screenshots" description="Taken while the page loads." />,
      },
      {
        state: 'With an error',
        example: <Checkbox label="Placeholder host" error="Is only available to addon partners." />,
      },
      { state: 'Without a visible label', example: <Checkbox aria-label="Select shop.example" /> },
    ],
  },
  RadioGroup: {
    purpose: 'Offers a few options that have to be read before one is chosen.',
    cases: [
      {
        state: 'Default',
        example: (
          <RadioGroup
            label="Cache"
            options={[
              { value: 'all', label: 'Everything', below: 'Pages and files, for as long as the server allows.' },
              { value: 'files', label: 'Files only', below: 'Images, styles and scripts.' },
            ]}
            initial="files"
            onChange={() => {}}
          />
        ),
      },
    ],
  },
  Select: {
    purpose: 'Chooses one of several options in a form.',
    cases: [
      { state: 'Default', example: <SelectOf label="Location" description="Where the page is measured from." /> },
      { state: 'With an error', example: <SelectOf label="Plan" error="Choose a plan." withAsterisk /> },
    ],
  },
  Dropdown: {
    purpose: 'Opens a panel below a button.',
    cases: (['start', 'end'] as const).map((align) => ({
      state: align === 'start' ? 'At the start of the button' : 'At its end',
      example: (
        <Dropdown
          label="Details"
          align={align}
          button={(props) => (
            <Button variant="default" {...props}>
              Details
            </Button>
          )}
        >
          {(close) => (
            <Button variant="default" onClick={close}>
              Close
            </Button>
          )}
        </Dropdown>
      ),
    })),
  },
  DatesPopover: {
    purpose: 'Enters the start and end of a range.',
    cases: [false, true].map((isChosen) => ({
      state: isChosen ? 'Selected' : 'Not selected',
      example: (
        <DatesPopover
          type="date"
          from="2026-11-19"
          to="2026-11-21"
          zone="UTC"
          isChosen={isChosen}
          onShow={(from, to) => (from.text > to.text ? 'The start date can’t be after the end date.' : undefined)}
        />
      ),
    })),
  },
  Choice: {
    purpose: 'Offers one of many options in the browser’s own select.',
    cases: [
      {
        state: 'Default',
        example: (
          <Line>
            <ChoiceOf label="Location" labelShown />
            <ChoiceOf label="Location without a visible label" />
          </Line>
        ),
      },
      {
        state: 'Long text',
        example: (
          <Stack>
            <ChoiceOf label="Monitor" options={['Home', longName]} labelShown />
            <ChoiceOf label="Monitor, as wide as its value" options={['Home', longName]} snug />
          </Stack>
        ),
      },
    ],
  },
  Chips: {
    purpose: 'Offers any of a few options.',
    cases: [
      { state: 'Default', example: <ChipsOf legend="Locations" first={['Frankfurt']} hint="One check each." /> },
      {
        state: 'Error',
        example: <ChipsOf legend="Browsers" names={['Chromium']} error="Choose at least one browser." />,
      },
      { state: 'Empty', example: <ChipsOf legend="Connections" names={[]} hint="The service offers none." /> },
      {
        state: 'Long text',
        example: <ChipsOf legend="Monitors" names={[longName, 'Checkout']} first={[longName]} />,
      },
    ],
  },
  MultiChoice: {
    purpose: 'Offers any of some options, to search where they are many.',
    cases: [
      {
        state: 'Few',
        example: <Multi label="Sites, few" names={manyHosts.slice(0, 3)} first={['shop-1.example']} />,
      },
      {
        state: 'Many',
        example: <Multi label="Sites, many" names={manyHosts} hint="Select none to cover all of them." />,
      },
      {
        state: 'Many, some chosen',
        note: 'One of them was deleted',
        example: <Multi label="Sites, some chosen" names={manyHosts} first={['shop-7.example', longName, 'gone']} />,
      },
      {
        state: 'Error',
        example: <Multi label="Sites, wrong" names={manyHosts} error="This must be ids of the account’s sites." />,
      },
    ],
  },
  SearchField: {
    purpose: 'Filters a list once typing pauses.',
    cases: [
      { state: 'Default', example: <Search label="Search accounts" /> },
      { state: 'With a term', example: <Search label="Search sites" initial="fjord" /> },
    ],
  },
  Controls: {
    purpose: 'Holds the controls above a list, which on a phone are in a sheet that a button opens.',
    cases: [
      {
        state: 'Default',
        example: (
          <Controls title="Filters">
            <Segments label="Range of the controls" />
          </Controls>
        ),
      },
    ],
  },
}
