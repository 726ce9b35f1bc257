import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { downloadCsv } from '../../kit/actions/download.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { plural, fullNumber } from '../../kit/format/format.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import {
  accountsCsv,
  initialProgress,
  readAccounts,
  type AccountFilter,
  type ExportProgress,
} from './export-accounts.ts'
import classes from './ExportAccounts.module.css'

interface Props {
  partner: string
  filter: AccountFilter
  onClose: () => void
}

/** Exports the filtered and sorted accounts, from all pages, as a CSV file. */
export default function ExportAccounts({ partner, filter: currentFilter, onClose }: Props) {
  // the export keeps the filter it started with, even if the list's changes
  const [filter] = useState(currentFilter)
  const [progress, setProgress] = useState(initialProgress)
  const [failed, setFailed] = useState<unknown>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  const finish = useEffectEvent(({ accounts }: ExportProgress) => {
    const day = new Date().toISOString().slice(0, 10)
    downloadCsv(`accounts-${day}.csv`, accountsCsv(accounts.values()))
    toast(`${plural(accounts.size, 'account')} exported`)
    onClose()
  })

  const readFromHere = useEffectEvent(async (signal: AbortSignal) => {
    let latest = progress
    for await (latest of readAccounts(partner, filter, progress, signal)) {
      if (signal.aborted) return
      setProgress(latest)
    }
    finish(latest)
  })

  useEffect(() => {
    if (failed !== null) return
    const stop = new AbortController()
    readFromHere(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) setFailed(error)
    })
    return () => stop.abort()
  }, [failed])

  const { size } = progress.accounts
  return (
    <>
      <Notice tone="plain">
        <div className={classes.export}>
          <span role="status">
            {progress.total ? `Loaded ${fullNumber(size)} of ${plural(progress.total, 'account')}` : 'Loading accounts'}
            {filter.search_term ? ` matching “${filter.search_term}”` : ''}…
          </span>
          <progress className={classes.bar} max={progress.total || 1} value={size} aria-label="Accounts loaded" />
          <Button variant="default" onClick={onClose} ref={button}>
            Cancel
          </Button>
        </div>
      </Notice>
      {failed !== null && (
        <ErrorState
          error={failed}
          title="Not all accounts could be loaded, so nothing was exported."
          onRetry={() => setFailed(null)}
        />
      )}
    </>
  )
}
