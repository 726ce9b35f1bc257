import { Button } from '@mantine/core'
import { CopyValue } from '../values/CopyValue.tsx'
import { Columns } from './Columns.tsx'
import { Logo } from './Logo.tsx'
import { Verdict } from '../marks/Mark.tsx'
import { EmptyCell } from '../values/Measured.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Panel } from './Panel.tsx'
import { Figures, PropertiesTable } from './PropertiesTable.tsx'
import { SegmentedControl } from '../choices/SegmentedControl.tsx'
import { Stacked } from './Stacked.tsx'
import { Time } from '../values/Time.tsx'
import { Toolbar } from './Toolbar.tsx'
import { EventTimeline } from './EventTimeline.tsx'
import { Tiles } from './Tiles.tsx'
import { AvailabilityStrip, type Availability } from '../charts/AvailabilityStrip.tsx'
import { Spark } from '../charts/Spark.tsx'
import { SeverityMark } from '../marks/Mark.tsx'
import { id, longName, minute, now, wave } from '../specimens/sample-data.ts'
import { Line, type Specimens } from '../specimens/specimen.tsx'

const nothing = () => undefined

const seconds = Array.from({ length: 30 }, (_, i) => wave(i, { base: 1240, height: 60 }) / 1000)
const month = Array.from({ length: 30 }, (_, i): Availability => (i === 12 ? 'down' : i === 24 ? 'slow' : 'up'))

export const specimens: Specimens = {
  PageHeader: {
    purpose: 'Names the page, shows where it belongs and holds its main actions.',
    cases: [
      {
        state: 'In use',
        example: <p>At the top of this page, with breadcrumbs and a count. A page has only one h1.</p>,
      },
    ],
  },
  Columns: {
    purpose: 'Puts what belongs to all of a page beside its content or, in narrow windows, below it.',
    cases: [
      {
        state: 'Default',
        example: (
          <Columns aside={<Panel title="Setup">One node.</Panel>}>
            <Panel title="Requests">280k in 48 h.</Panel>
          </Columns>
        ),
      },
    ],
  },
  Panel: {
    purpose: 'Heads one part of a page and puts it on a card.',
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
        note: 'For content with a card of its own',
        example: (
          <Panel title="Profiles" bare>
            <Notice tone="plain">General is the default profile.</Notice>
          </Panel>
        ),
      },
    ],
  },
  Tiles: {
    purpose: 'Joins the few figures that matter in one card.',
    cases: [
      {
        state: 'With charts',
        example: (
          <Tiles
            tiles={[
              {
                label: 'LCP, 75th percentile',
                value: '1.31 s',
                note: 'under your 2 s limit',
                chart: <Spark values={seconds} label="LCP over 30 days" limit={2} />,
              },
              {
                label: 'Availability, 30 days',
                value: '99.96%',
                note: '18 min down in one incident',
                chart: <AvailabilityStrip times={month} unit="day" of="www.fjordbikes.example" isVerdict />,
              },
              { label: 'Requests, 48 h', value: '167k', note: '14.1% more than a week earlier' },
              {
                label: 'Saved this month',
                value: '1.62M requests',
                isGood: true,
                note: '66.0 GB kept off your server',
                chart: <Spark values={seconds.map((_, i) => i)} label="Requests saved this month" tone="good" />,
              },
            ]}
          />
        ),
      },
      {
        state: 'As filters',
        note: 'A press on a tile shows what it counts',
        example: (
          <Tiles
            isCompact
            tiles={[
              { label: 'Down', mark: <SeverityMark severity="critical" />, value: '3', note: '1 new', to: '?is=down' },
              {
                label: 'Slow',
                mark: <SeverityMark severity="warning" />,
                value: '6',
                note: '2 new today',
                to: '?is=slow',
                isCurrent: true,
              },
              {
                label: 'Healthy',
                mark: <SeverityMark severity="ok" />,
                value: '487',
                note: '88.9% of the fleet',
                to: '?',
              },
            ]}
          />
        ),
      },
      {
        state: 'Without a value',
        example: (
          <Tiles
            tiles={[
              { label: 'Score', value: <EmptyCell why="not measured over HTTP" />, note: 'HTTP monitors have none' },
              { label: 'Plan', value: 'Paid', inWords: true },
            ]}
          />
        ),
      },
    ],
  },
  Toolbar: {
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
  PropertiesTable: {
    purpose: 'Lists what is known about one thing, as key figures or as a line for each property.',
    cases: [
      {
        state: 'Key figures',
        example: (
          <Figures
            facts={[
              { label: 'Availability', value: '99.98%', note: 'of 8,640 checks' },
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
  EventTimeline: {
    purpose: 'Tells what happened, one below the other.',
    cases: [
      {
        state: 'Default',
        example: (
          <EventTimeline
            label="An incident"
            events={[
              {
                key: 'opened',
                node: <SeverityMark severity="warning" />,
                title: 'Opened',
                at: '01:29',
                detail: '2 of 3 rounds over the limit',
              },
              { key: 'told', node: 'AL', title: 'Anna is on it', at: '01:40' },
              {
                key: 'recovered',
                kind: 'achieved',
                title: 'Recovered',
                at: '12:59',
                detail: 'Three good rounds in a row',
              },
              { key: 'closes', kind: 'next', title: 'Closes after three good rounds' },
            ]}
          />
        ),
      },
    ],
  },
  Stacked: {
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
  Logo: {
    purpose: 'Shows the product’s name and mark.',
    cases: [{ state: 'Default', example: <Logo /> }],
  },
}
