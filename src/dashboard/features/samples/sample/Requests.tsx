import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestRecord, WholeSample } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { bytes, duration, plural } from '../../../kit/format/format.ts'
import { reasonOf } from '../../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Found } from '../../../kit/reading/Found.tsx'
import { SearchField } from '../../../kit/choices/SearchField.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { useAddress } from '../../../kit/navigation/use-address.ts'
import { deletionWords, detailsInWords, goneWords } from './deletion.ts'
import { PhaseKey } from './PhaseKey.tsx'
import { RequestDetails } from './RequestDetails.tsx'
import { screenshotsOf } from '../sample-data.ts'
import classes from './sample.module.css'
import { Timeline } from './Timeline.tsx'
import { endOf, filtered, hasFailed, lengthOf, marksOf, totalsOf } from './timeline.ts'

const none: readonly RequestRecord[] = []
const noShots: NonNullable<WholeSample['screenshots']> = []

interface Props {
  scope: Scope
  sample: WholeSample
  /** The type of its monitor or test; undefined until that is read. */
  sourceType: string | undefined
}

/** A page's requests and screenshots on one time axis. */
export function Requests({ scope, sample, sourceType }: Props) {
  const [params, setParams] = useAddress()
  const [chosen, setCursor] = useState<number>()
  const { requests = none, metrics } = sample
  const pictures = useQuery({ ...screenshotsOf(scope, sample.id ?? ''), enabled: sample.id !== undefined })
  // a page that showed nothing has only its end
  const cursor = chosen ?? metrics?.['time_to_display'] ?? lengthOf(requests, [], [])
  const shots = pictures.data?.screenshots ?? noShots
  const filter = { type: params.get('type') ?? '', text: params.get('find') ?? '' }
  const shown = filtered(requests, filter)
  const totals = totalsOf(requests)
  const marks = marksOf(metrics)
  const axis = { from: 0, to: 1.02 * lengthOf(requests, marks, shots), zero: 0 }
  const page = requests[0]?.url
  const selected = requests[Number(params.get('request') ?? Number.NaN)]
  const set = (name: 'type' | 'find' | 'request', value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const totalBytes = requests.reduce((sum, request) => sum + (request.bytes ?? 0), 0)
  const done = requests.filter((request) => endOf(request) <= cursor)
  const received = done.reduce((sum, request) => sum + (request.bytes ?? 0), 0)
  const gone = goneWords(sample)
  const picturesDeleted = deletionWords(sample.deleted?.screenshots)
  if (gone !== undefined)
    return (
      <Panel title="Requests">
        <p>
          The {detailsInWords(sourceType)} of this sample {gone}. Its metrics and issues are still here.
        </p>
      </Panel>
    )
  return (
    <Panel
      title="Requests"
      aside={[
        plural(requests.length, 'request'),
        bytes(totalBytes),
        requests.length > 0 && `finished after ${duration(lengthOf(requests, [], []))}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={<SearchField label="Filter by address" value={filter.text} onSearch={(text) => set('find', text)} />}
    >
      {requests.length === 0 && shots.length === 0 ? (
        <p>The service has no requests for this sample.</p>
      ) : (
        <>
          {(totals.length > 1 || filter.type !== '') && (
            <div className={classes.types}>
              <SegmentedControl
                label="Type"
                value={filter.type}
                options={[{ value: '', label: `all ${requests.length}` }].concat(
                  totals.map(({ type, count }) => ({ value: type, label: `${type} ${count}` })),
                )}
                onChange={(type) => set('type', type)}
              />
            </div>
          )}
          <Timeline
            label="Filmstrip and waterfall"
            requests={shown}
            page={page}
            shots={shots}
            marks={marks}
            axis={axis}
            cursor={Math.min(cursor, axis.to)}
            onCursor={setCursor}
            selected={selected}
            details={selected && <RequestDetails request={selected} onClose={() => set('request', '')} />}
            onSelect={(request) => set('request', request === selected ? '' : String(requests.indexOf(request)))}
          />
          <Found
            count={shown.length}
            what={['request', 'requests']}
            searched={filter.text}
            filtered={filter.type !== ''}
          >
            <p>No requests match these filters.</p>
          </Found>
          <p className={classes.at}>
            At {duration(cursor)}: {done.length} of {plural(requests.length, 'request')} finished, {bytes(received)} of{' '}
            {bytes(totalBytes)} received
            {pictures.error
              ? `. Couldn’t load the screenshots. ${reasonOf(pictures.error)}`
              : pictures.isSuccess && shots.length === 0
                ? picturesDeleted === undefined
                  ? '. No screenshots were taken.'
                  : `. The screenshots were deleted ${picturesDeleted}.`
                : '.'}
          </p>
          <PhaseKey />
          <ul className={classes.totals} aria-label="Totals by type">
            {totals.map(({ type, count, bytes: size, failed }) => (
              <li key={type}>
                <strong>{type}</strong> {plural(count, 'request')}, {bytes(size)}
                {failed > 0 && `, ${failed} failed`}
              </li>
            ))}
            {requests.some(hasFailed) && (
              <li>{plural(requests.filter(hasFailed).length, 'failed request')} in total</li>
            )}
          </ul>
        </>
      )}
    </Panel>
  )
}
