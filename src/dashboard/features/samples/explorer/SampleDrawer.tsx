import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Drawer.css'
import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { WholeSample } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { RecordView } from '../../../kit/values/RecordView.tsx'
import { exactTime } from '../../../kit/format/time.ts'
import { paths } from '../../../paths.ts'
import { CompareBox } from './CompareBox.tsx'
import { otherFields } from './other-fields.ts'
import { sourceName, useSources } from './sources.ts'
import { Conditions } from '../sample/Conditions.tsx'
import { Issues } from '../sample/Issues.tsx'
import { sampleOf } from '../sample-data.ts'
import { SampleBand } from '../sample/SampleBand.tsx'
import { KeyMetrics } from '../sample/SampleMetrics.tsx'
import classes from '../sample/sample.module.css'

/** A summary of a sample, next to the chart. */
export default function SampleDrawer({ scope, id, onClose }: { scope: Scope; id: string; onClose: () => void }) {
  useRestoreFocus()
  const zone = useZone()
  const read = useQuery(sampleOf(scope, id))
  const at = Date.parse(read.data?.taken_at ?? '')
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={Number.isNaN(at) ? 'Sample' : exactTime(at, zone)}
      closeButtonProps={{ 'aria-label': 'Close sample' }}
    >
      {read.data ? (
        <Content scope={scope} id={id} sample={read.data} />
      ) : read.error ? (
        <ErrorState error={read.error} title="Couldn’t load the sample." onRetry={() => void read.refetch()} />
      ) : (
        <p role="status">Loading sample…</p>
      )}
    </Drawer>
  )
}

function Content({ scope, id, sample }: { scope: Scope; id: string; sample: WholeSample }) {
  const others = otherFields(sample)
  const source = sample.profile_id
  const from = useSources(scope, source === undefined ? [] : [source]).get(source ?? '')
  const limits = from?.record.limits
  const url = from?.record.constants?.url
  return (
    <div className={classes.drawer}>
      {from && (
        <p className={classes.from}>
          {sourceName(from, from.id)}
          {url !== undefined && ` · ${url}`}
        </p>
      )}
      <ul className={classes.chips} aria-label="Conditions">
        <Conditions sample={sample} limits={limits} />
      </ul>
      <div className={classes.actions}>
        <Button component={Link} to={paths.sample(scope, id)}>
          Open full sample
        </Button>
        <CompareBox scope={scope} id={id} takenAt={sample.taken_at} label="Compare" />
      </div>
      <SampleBand scope={scope} sample={sample} limits={limits} />
      {sample.metrics && <KeyMetrics sample={sample} metrics={sample.metrics} limits={limits} />}
      <Issues sample={sample} limits={limits} />
      {others !== undefined && <RecordView value={others} what="other fields" />}
    </div>
  )
}
