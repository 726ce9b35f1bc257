import { Button } from '@mantine/core'
import type { RequestRecord } from '../../../../contract/index.ts'
import { CopyValue } from '../../../components/CopyValue.tsx'
import { PropertiesTable } from '../../../components/PropertiesTable.tsx'
import { bytes, duration } from '../../../format/format.ts'
import { Measured } from '../../../components/Measured.tsx'
import classes from './sample.module.css'
import { phases } from './timeline.ts'

const phaseWords = { dns: 'DNS', connect: 'Connect', tls: 'TLS', wait: 'Wait', receive: 'Receive' } as const

/** One request, whole. */
export function RequestDetails({ request, onClose }: { request: RequestRecord; onClose: () => void }) {
  const { url, method, type, status, protocol, start, end, bytes: size, error } = request
  return (
    <section className={classes.request} aria-label="The chosen request">
      <PropertiesTable
        facts={[
          { label: 'Address', value: <CopyValue value={url} what="address" /> },
          { label: 'Method', value: `${method}, ${type}` },
          { label: 'Status', value: error ?? (status === null ? 'no answer' : String(status)) },
          { label: 'Protocol', value: protocol ?? 'not reported' },
          { label: 'Size', value: <Measured value={size} format={bytes} /> },
          { label: 'Started', value: duration(start) },
          { label: 'Ended', value: <Measured value={end} format={duration} why="it did not end" /> },
          ...phases.map((phase) => ({
            label: phaseWords[phase],
            value: <Measured value={request[phase]} format={duration} why="it did not happen" />,
          })),
        ]}
      />
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </section>
  )
}
