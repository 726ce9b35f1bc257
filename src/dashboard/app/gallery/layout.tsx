import { Button } from '@mantine/core'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Logo } from '../../kit/layout/Logo.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Figures, PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { id, longName, minute, now } from './sample-data.ts'
import { Line, type Group } from './specimen.tsx'

const nothing = () => undefined

export const layout: Group = {
  title: 'Layout',
  specimens: [
    {
      source: 'kit/layout/PageHeader',
      purpose: 'Names the page, shows where it belongs and holds its main actions.',
      cases: [
        {
          state: 'In use',
          example: <p>At the top of this page, with breadcrumbs and a count. A page has only one h1.</p>,
        },
      ],
    },
    {
      source: 'kit/layout/Panel',
      purpose: 'Frames one titled part of a page.',
      cases: [
        { state: 'Default', example: <Panel title="Delivery network">Nine edge nodes in three locations.</Panel> },
        {
          state: 'With actions',
          example: (
            <Panel title="Issues" aside="last 48 hours" actions={<Button variant="subtle">Show all</Button>}>
              Four issues in 576 samples.
            </Panel>
          ),
        },
        { state: 'Long title', example: <Panel title={longName}>The title wraps; the panel keeps its width.</Panel> },
        {
          state: 'Bare',
          note: 'For content with a frame of its own',
          example: (
            <Panel title="Profiles" bare>
              <Notice tone="plain">General is the default profile.</Notice>
            </Panel>
          ),
        },
      ],
    },
    {
      source: 'kit/layout/Toolbar',
      purpose: 'Holds the filters above a list in one row.',
      cases: [
        {
          state: 'Default',
          example: (
            <Toolbar>
              <SegmentedControl
                label="Toolbar example"
                value="all"
                options={[
                  { value: 'all', label: 'All' },
                  { value: 'paused', label: 'Paused' },
                ]}
                onChange={nothing}
              />
              <Button variant="default">Export CSV</Button>
            </Toolbar>
          ),
        },
      ],
    },
    {
      source: 'kit/layout/PropertiesTable',
      purpose: 'Lists what is known about one thing, as key figures or as a line for each property.',
      cases: [
        {
          state: 'Key figures',
          example: (
            <Figures
              facts={[
                { label: 'Availability', value: '99.98 %', note: 'of 8,640 checks' },
                { label: 'First byte', value: '412 ms', note: <Verdict severity="ok">good</Verdict> },
                { label: 'Score', value: <EmptyCell why="not measured over HTTP" />, note: 'HTTP monitors have none' },
                { label: 'Plan', value: 'Paid', inWords: true },
              ]}
            />
          ),
        },
        {
          state: 'Properties',
          example: (
            <PropertiesTable
              facts={[
                { label: 'Account ID', value: <CopyValue value={id} what="account ID of the example" short /> },
                { label: 'Created', value: <Time at={now - 90 * minute} /> },
                { label: 'Company', value: longName },
                { label: 'Phone', value: <EmptyCell why="not given" />, note: 'Optional.' },
              ]}
            />
          ),
        },
      ],
    },
    {
      source: 'kit/layout/Stacked',
      purpose: 'Puts a secondary line below the main one in a table cell.',
      cases: [
        {
          state: 'Default',
          example: (
            <Line>
              <Stacked below="every 10 min from Frankfurt">Shop API health</Stacked>
              <Stacked below={null}>No second line</Stacked>
            </Line>
          ),
        },
      ],
    },
    {
      source: 'kit/layout/Logo',
      purpose: 'Shows the product’s name and mark.',
      cases: [{ state: 'Default', example: <Logo /> }],
    },
  ],
}
