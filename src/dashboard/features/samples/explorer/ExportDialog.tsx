import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { listSamples, maxPerPage } from '../../../../contract/index.ts'
import { callScoped, type Scope } from '../../../api/scope.ts'
import { download } from '../../../kit/actions/download.ts'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { FetchProgress } from '../../../kit/reading/FetchProgress.tsx'
import { useRestoreFocus } from '../../../kit/navigation/use-restore-focus.ts'
import { plural } from '../../../kit/format/format.ts'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { exportSamples, type ExportFormat } from './export.ts'
import type { ExplorerData } from './explorer-data.ts'
import classes from './explorer.module.css'

interface Props {
  scope: Scope
  data: ExplorerData
  names: ReadonlyMap<string, string>
  onClose: () => void
}

type State =
  | { readonly at: 'ready' | 'cancelled' }
  | { readonly at: 'fetching'; readonly done: number; readonly total: number }
  | { readonly at: 'done'; readonly rows: number }
  | { readonly at: 'failed'; readonly error: unknown }

/** Downloads all samples in the range as a file, reading them page by page. */
export default function ExportDialog({ scope, data, names, onClose }: Props) {
  useRestoreFocus()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [state, setState] = useState<State>({ at: 'ready' })
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const total = data.list.data?.total_entries ?? 0
  const start = async () => {
    const controller = new AbortController()
    abort.current = controller
    setState({ at: 'fetching', done: 0, total })
    try {
      const { blob, rows } = await exportSamples({
        format,
        names,
        signal: controller.signal,
        fetchPage: (page) =>
          callScoped(
            listSamples,
            scope,
            { query: { ...data.selection, page, per_page: maxPerPage } },
            { signal: controller.signal },
          ),
        onProgress: (done, reported) => setState({ at: 'fetching', done, total: reported }),
      })
      download(`samples-${new Date().toISOString().slice(0, 10)}.${format}`, blob)
      setState({ at: 'done', rows })
    } catch (error) {
      setState(controller.signal.aborted ? { at: 'cancelled' } : { at: 'failed', error })
    }
  }
  return (
    <Modal opened onClose={onClose} title="Export samples" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.dialog}>
        <p>
          Exports the {plural(total, 'sample')} that match your filters, with all metrics. Requests, headers and
          screenshots aren’t included.
        </p>
        <SegmentedControl
          label="Format"
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={setFormat}
        />
        {state.at === 'fetching' && <FetchProgress done={state.done} of={state.total} />}
        {state.at === 'done' && <p role="status">{plural(state.rows, 'sample')} exported.</p>}
        {state.at === 'cancelled' && <p role="status">Export cancelled. No file was saved.</p>}
        {state.at === 'failed' && <ErrorState error={state.error} title="Couldn’t export the samples." />}
        <div className={classes.dialogActions}>
          {state.at === 'fetching' ? (
            <Button variant="default" onClick={() => abort.current?.abort()}>
              Cancel export
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
              <Button onClick={() => void start()} disabled={total === 0}>
                {state.at === 'failed' ? 'Retry' : `Export ${format.toUpperCase()}`}
              </Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}
