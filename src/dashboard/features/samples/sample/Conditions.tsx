import { lateAfter, type Sample, type WholeSample } from '../../../../contract/index.ts'
import { connectivityWords } from '../../monitors/connectivity.ts'
import { deviceLabel, deviceWords } from '../../monitors/device.ts'
import { span } from '../../../kit/format/time.ts'
import { ConnectionName } from '../../monitors/ConnectionName.tsx'
import type { Limits } from '../judge.ts'
import { SampleSeverity } from '../SampleSeverity.tsx'

const views = new Map([
  ['EMPTY', 'first view'],
  ['FULL', 'repeat view'],
])

/** A sample's severity, with its monitor's limits, location, browser, view and connection, and how late it was taken, as list items. */
export function Conditions({
  sample,
  limits,
}: {
  sample: Pick<
    Sample,
    'sample_type' | 'judged' | 'metrics' | 'location' | 'data_center' | 'browser' | 'view' | 'connectivity' | 'late_ms'
  > &
    Partial<Pick<WholeSample, 'device'>>
  /** Of its monitor. */
  limits: Limits
}) {
  const { sample_type: type, location, data_center: center, browser, view, connectivity } = sample
  const { late_ms: late, device } = sample
  return (
    <>
      {type !== undefined && (
        <li>
          <SampleSeverity sample={sample} limits={limits} />
        </li>
      )}
      {location !== undefined && (
        <li>
          {location}
          {center !== undefined && center !== location && ` · ${center}`}
        </li>
      )}
      {browser && (
        <li>
          {browser.name} {browser.version}
        </li>
      )}
      {device && (
        <li>
          {deviceLabel(device.name)} · {deviceWords(device)}
        </li>
      )}
      {view && <li>{views.get(view) ?? view}</li>}
      {connectivity !== undefined && (
        <li>
          <ConnectionName words={connectivityWords(connectivity)} whole />
        </li>
      )}
      {late != null && late >= lateAfter && <li>taken {span(late)} late</li>}
    </>
  )
}
