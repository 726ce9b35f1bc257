import { CodeBlock } from './CodeBlock.tsx'
import { Breakable } from './Breakable.tsx'
import { CopyValue } from './CopyValue.tsx'
import { Figure } from './Figure.tsx'
import { ExternalLink } from './ExternalLink.tsx'
import { FullRecord } from './FullRecord.tsx'
import { Elapsed } from './Elapsed.tsx'
import { LoadingLines } from './LoadingLines.tsx'
import { LoadingValue } from './LoadingValue.tsx'
import { EmptyCell, Measured } from './Measured.tsx'
import { OverLimit } from './OverLimit.tsx'
import { RecordView } from './RecordView.tsx'
import { SecretValue } from './SecretValue.tsx'
import { Time } from './Time.tsx'
import { bytes, count, duration, percent } from '../format/format.ts'
import { day, hour, id, longWord, minute, now } from '../specimens/sample-data.ts'
import { Line, Stack, type Specimens } from '../specimens/specimen.tsx'

const nginx = `# The service's edge nodes
allow 198.51.100.7;
allow 198.51.100.8;
allow 203.0.113.20;
deny all;`

const record = {
  id,
  name: 'Home, three locations',
  interval: 60,
  screenshots: true,
  last_sample: null,
  tags: [],
  constants: {},
  note: '',
  timing: { policy: 'COUNT', run_times: 3, windows: [{ from: '08:00', to: '20:00' }, { from: '22:00' }] },
}

export const specimens: Specimens = {
  OverLimit: {
    purpose: 'Marks a value that is over the limit its monitor has.',
    cases: [
      {
        state: 'Over, and not',
        example: (
          <Line>
            <OverLimit limit={duration(400)}>{duration(412)}</OverLimit>
            <OverLimit limit={duration(400)} isPoor>
              {duration(5190)}
            </OverLimit>
            <OverLimit limit={undefined}>{duration(380)}</OverLimit>
          </Line>
        ),
      },
    ],
  },
  Figure: {
    purpose: 'Sets a number large and its units smaller, within a tile.',
    cases: [
      {
        state: 'Default',
        example: (
          <Line>
            {['1.31 s', '77.8%', '280k', '1 d 4 h'].map((text) => (
              <strong key={text}>
                <Figure text={text} />
              </strong>
            ))}
          </Line>
        ),
      },
    ],
  },
  Measured: {
    purpose: 'Shows a measured value with its unit, or a dash that says why there is none.',
    cases: [
      {
        state: 'Default',
        example: (
          <Line>
            <span>
              <Measured value={412} format={duration} />
            </span>
            <span>
              <Measured value={1920} format={duration} />
            </span>
            <span>
              <Measured value={14_200} format={bytes} />
            </span>
            <span>
              <Measured value={2_310_000} format={count} />
            </span>
            <span>
              <Measured value={0.784} format={percent} />
            </span>
          </Line>
        ),
      },
      { state: 'Zero', example: <Measured value={0} format={duration} /> },
      {
        state: 'Not measured',
        note: 'The reason is shown on hover and read out',
        example: (
          <Line>
            <Measured value={null} format={duration} />
            <EmptyCell why="the page did not answer" />
          </Line>
        ),
      },
    ],
  },
  LoadingValue: {
    purpose: 'Holds the place of a value that is being loaded, so that it isn’t taken for one that wasn’t measured.',
    cases: [{ state: 'Default', example: <LoadingValue /> }],
  },
  LoadingLines: {
    purpose: 'Holds the place of a text or a list that is being loaded.',
    cases: [{ state: 'Default', example: <LoadingLines /> }],
  },
  Elapsed: {
    purpose: 'Says for how long something has been so.',
    cases: [
      {
        state: 'Default',
        example: (
          <span>
            Healthy <Elapsed since={now - 12 * day} />
          </span>
        ),
      },
    ],
  },
  Time: {
    purpose: 'Shows a moment in the chosen time zone and how long ago it was.',
    cases: [
      {
        state: 'Default',
        example: (
          <Stack>
            <Time at={now - 4 * minute} />
            <Time at={new Date(now - 26 * hour).toISOString()} />
          </Stack>
        ),
      },
      { state: 'In the future', example: <Time at={now + 3 * day} planned /> },
      { state: 'Without its zone', example: <Time at={now - 2 * hour} withoutZone /> },
      { state: 'Only how long ago', example: <Time at={now - 2 * hour} agoOnly /> },
      { state: 'Never', example: <Time at={null} never="never signed in" /> },
      { state: 'Not a date', example: <Time at="last Tuesday" /> },
    ],
  },
  CopyValue: {
    purpose: 'Shows a value that people copy, such as an ID.',
    cases: [
      { state: 'Default', example: <CopyValue value="s-fjordbikes.edge.example" what="CNAME target" /> },
      { state: 'Shortened', note: 'Copied in full', example: <CopyValue value={id} what="site ID" short /> },
      { state: 'Masked', example: <CopyValue value={id} what="masked key" masked /> },
      { state: 'Long text', example: <CopyValue value={longWord} what="host" /> },
      { state: 'Cut off', note: 'Copied in full', example: <CopyValue value={longWord} what="cut host" isCut /> },
    ],
  },
  Breakable: {
    purpose: 'Breaks a host, an address or an email before its parts where it doesn’t fit.',
    cases: [
      { state: 'Default', example: <Breakable text="https://www.fjordbikes.example/shop" /> },
      { state: 'Short parts whole', example: <Breakable text="s-fjordbikes.edge.example" keepsParts /> },
      { state: 'Long text', example: <Breakable text={longWord} /> },
    ],
  },
  SecretValue: {
    purpose: 'Masks a key until the user reveals it.',
    cases: [{ state: 'Default', example: <SecretValue value="4f1c9a70e2b84d0fb7a3" what="API key" /> }],
  },
  CodeBlock: {
    purpose: 'Shows text that people copy in full, such as a configuration.',
    cases: [
      { state: 'Default', example: <CodeBlock text={nginx} what="nginx configuration" /> },
      {
        state: 'Long line',
        note: 'Scrolls by itself, also by keyboard',
        example: <CodeBlock text={`curl -H 'X-Api-Key: …' https://${longWord}/api/user/sites`} what="curl command" />,
      },
    ],
  },
  RecordView: {
    purpose: 'Shows every field of a record, also those that the dashboard does not know.',
    cases: [
      { state: 'Default', example: <RecordView value={record} what="monitor" /> },
      { state: 'No fields', example: <RecordView value={{}} what="empty record" /> },
      { state: 'Not a record', example: <RecordView value="queued" what="text in place of a record" /> },
    ],
  },
  FullRecord: {
    purpose: 'Holds a record in an unknown format, collapsed at first.',
    cases: [{ state: 'Default', example: <FullRecord value={record} what="record in an unknown format" /> }],
  },
  ExternalLink: {
    purpose: 'Opens a page outside the dashboard in a new tab.',
    cases: [
      {
        state: 'Default',
        example: <ExternalLink href="https://web.dev/articles/lcp">web.dev/articles/lcp</ExternalLink>,
      },
      {
        state: 'Unsafe address',
        note: 'Only http and https become links',
        example: <ExternalLink href="javascript:alert(1)">Open</ExternalLink>,
      },
    ],
  },
}
