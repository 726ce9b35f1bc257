import { Button } from '@mantine/core'
import type { RequestRecord } from '../../../../contract/index.ts'
import { CopyValue } from '../../../kit/values/CopyValue.tsx'
import { PropertiesTable } from '../../../kit/layout/PropertiesTable.tsx'
import { bytes, duration, plural } from '../../../kit/format/format.ts'
import { Measured } from '../../../kit/values/Measured.tsx'
import classes from './sample.module.css'
import { phases } from './timeline.ts'

const phaseWords = { dns: 'DNS', connect: 'Connect', tls: 'TLS', wait: 'Wait', receive: 'Receive' } as const

/** All details of a request. */
export function RequestDetails({ request, onClose }: { request: RequestRecord; onClose: () => void }) {
  const { url, method, type, status, protocol, start, end, bytes: size, error, headers = [] } = request
  return (
    <section className={classes.request} aria-label="Request details">
      <PropertiesTable
        facts={[
          { label: 'Address', value: <CopyValue value={url} what="address" /> },
          { label: 'Method', value: method },
          { label: 'Type', value: type },
          { label: 'Status', value: error ?? (status === null ? 'no response' : String(status)) },
          { label: 'Protocol', value: protocol ?? 'not reported' },
          { label: 'Size', value: <Measured value={size} format={bytes} /> },
          { label: 'Started', value: duration(start) },
          { label: 'Finished', value: <Measured value={end} format={duration} why="didn’t finish" /> },
          ...phases.map((phase) => ({
            label: phaseWords[phase],
            value: <Measured value={request[phase]} format={duration} why="didn’t happen" />,
          })),
        ]}
      />
      {headers.length > 0 && (
        // folded, because the rest would not be in view above so many lines
        <details className={classes.headers}>
          <summary>{plural(headers.length, 'response header')}</summary>
          <PropertiesTable
            facts={[...Map.groupBy(headers, ({ name }) => name)].map(([name, values]) => ({
              label: name,
              value: <code>{values.map(({ value }) => value).join(', ')}</code>,
            }))}
          />
        </details>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </section>
  )
}
