import { Button } from '@mantine/core'
import { useState } from 'react'
import { ChevronIcon, RefreshIcon, SearchIcon } from '../marks/icons.tsx'
import { BottomBar } from './BottomBar.tsx'
import { BusyButton } from './BusyButton.tsx'
import { IconButton } from './IconButton.tsx'
import { DenialContext } from './denials.ts'
import { LinkButton } from './LinkButton.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { ReasonButton } from './ReasonButton.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SteadyLabel } from './SteadyLabel.tsx'
import { Line, type Specimens } from '../specimens/specimen.tsx'

const nothing = () => undefined
const sayNo = () => 'Only owners can do this. You’re a viewer here.'

function Muted({ initial }: { initial: boolean }) {
  const [muted, setMuted] = useState(initial)
  return (
    <Button variant="default" onClick={() => setMuted(!muted)}>
      <SteadyLabel of={['Mute', 'Unmute']} shown={muted ? 'Unmute' : 'Mute'} />
    </Button>
  )
}

export const specimens: Specimens = {
  SelectionBar: {
    purpose: 'Holds what can be done with the selected rows, and stays in view while there are any.',
    cases: [
      {
        state: 'Nothing selected',
        example: (
          <SelectionBar label="Selected samples" hasSelection={false}>
            Select samples to compare them.
          </SelectionBar>
        ),
      },
      {
        state: 'Two selected',
        example: (
          <SelectionBar label="Two selected samples" hasSelection>
            2 selected
            <Button variant="default">Compare</Button>
            <Button variant="subtle">Clear selection</Button>
          </SelectionBar>
        ),
      },
    ],
  },
  BottomBar: {
    purpose: 'Keeps what isn’t saved yet in view at the bottom of a page.',
    cases: [
      {
        state: 'Default',
        example: (
          <BottomBar label="Unsaved changes of the example" isShown>
            <strong>2 changes not saved</strong>
            <Button variant="subtle">Discard</Button>
            <Button>Save</Button>
          </BottomBar>
        ),
      },
    ],
  },
  MoreMenu: {
    purpose: 'Holds what else can be done with something.',
    cases: [
      {
        state: 'Default',
        example: (
          <MoreMenu
            label="More about the example"
            items={[
              { label: 'Edit…', onSelect: nothing },
              { label: 'Copy to…', disabledReason: 'There is no other site to copy it to.' },
              { label: 'Delete…', onSelect: nothing, isDanger: true },
            ]}
          />
        ),
      },
    ],
  },
  BusyButton: {
    purpose: 'Keeps the focus while its action is under way.',
    cases: [
      { state: 'Ready', example: <BusyButton variant="default">Check now</BusyButton> },
      {
        state: 'Busy',
        example: (
          <BusyButton variant="default" loading>
            Check now
          </BusyButton>
        ),
      },
    ],
  },
  LinkButton: {
    purpose: 'Leads to a page, and says to whoever can’t do what it is for who can.',
    cases: [
      {
        state: 'Default',
        example: (
          <LinkButton variant="default" to="/gallery">
            Add release
          </LinkButton>
        ),
      },
      {
        state: 'Denied',
        note: 'Hover over it or give it the focus',
        example: (
          <DenialContext value={{ of: sayNo, at: sayNo }}>
            <LinkButton variant="default" to="/gallery">
              Add release
            </LinkButton>
          </DenialContext>
        ),
      },
    ],
  },
  ReasonButton: {
    purpose: 'Says why it can’t be used right now, and keeps its place in the tab order.',
    cases: [
      {
        state: 'Default',
        example: (
          <Line>
            <ReasonButton disabledReason={undefined} onClick={nothing}>
              Resume
            </ReasonButton>
            <ReasonButton disabledReason={undefined} onClick={nothing} variant="default">
              Cancel
            </ReasonButton>
            <ReasonButton disabledReason={undefined} onClick={nothing} variant="subtle">
              Show all
            </ReasonButton>
            <ReasonButton disabledReason={undefined} onClick={nothing} color="danger">
              Delete site
            </ReasonButton>
          </Line>
        ),
      },
      {
        state: 'Disabled',
        note: 'Hover over it or give it the focus',
        example: (
          <Line>
            <ReasonButton disabledReason="Available once DNS points to the service." onClick={nothing}>
              Transparent
            </ReasonButton>
            <ReasonButton
              disabledReason="Only the account holder can start maintenance."
              onClick={nothing}
              variant="default"
            >
              Start maintenance
            </ReasonButton>
          </Line>
        ),
      },
      {
        state: 'Busy',
        example: (
          <ReasonButton disabledReason={undefined} onClick={nothing} loading aria-label="Saving">
            Save
          </ReasonButton>
        ),
      },
    ],
  },
  SteadyLabel: {
    purpose: 'Keeps a button as wide as the longest of its labels.',
    cases: [
      { state: 'Short', example: <Muted initial={false} /> },
      { state: 'Long', example: <Muted initial /> },
    ],
  },
  IconButton: {
    purpose: 'Stands for an action by an icon alone, with its name on hover.',
    cases: [
      {
        state: 'Default',
        example: (
          <Line>
            <IconButton label="Refresh the example">
              <RefreshIcon />
            </IconButton>
            <IconButton label="Search the example">
              <SearchIcon />
            </IconButton>
          </Line>
        ),
      },
      {
        state: 'Pressed',
        example: (
          <IconButton label="Show more" aria-pressed>
            <ChevronIcon />
          </IconButton>
        ),
      },
      {
        state: 'Busy',
        example: (
          <IconButton label="Refreshing" aria-busy>
            <RefreshIcon />
          </IconButton>
        ),
      },
    ],
  },
}
