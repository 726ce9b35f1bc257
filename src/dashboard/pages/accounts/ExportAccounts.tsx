import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { downloadCsv } from '../../components/download.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { plural, whole } from '../../format/format.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../stores/toast.ts'
import { accountsCsv, nothingRead, readFurther, type Choice, type Reading } from './export-accounts.ts'
import classes from './ExportAccounts.module.css'

interface Props {
  partner: string
  query: Choice
  onClose: () => void
}

/** Reads all pages of the list as it is chosen and sorted, and hands them over as a file. */
export default function ExportAccounts({ partner, query, onClose }: Props) {
  // what is exported is what was asked for, whatever becomes of the list meanwhile
  const [chosen] = useState(query)
  const [read, setRead] = useState<Reading>(nothingRead)
  const [failed, setFailed] = useState<unknown>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  const finish = useEffectEvent(({ accounts }: Reading) => {
    const day = new Date().toISOString().slice(0, 10)
    downloadCsv(`accounts-${day}.csv`, accountsCsv(accounts.values()))
    toast(`Exported ${plural(accounts.size, 'account')}.`)
    onClose()
  })

  useEffect(() => {
    if (failed !== null) return
    if (read.isComplete) {
      finish(read)
      return
    }
    const stop = new AbortController()
    readFurther(partner, chosen, read, stop.signal).then(setRead, (error: unknown) => {
      if (!stop.signal.aborted) setFailed(error)
    })
    return () => stop.abort()
  }, [partner, chosen, read, failed])

  const { size } = read.accounts
  return (
    <>
      <Notice tone="plain">
        <div className={classes.export}>
          <span role="status">
            {read.total ? `Reading ${whole(size)} of ${plural(read.total, 'account')}` : 'Reading the accounts'}
            {chosen.search_term ? ` that match “${chosen.search_term}”.` : '.'}
          </span>
          <progress className={classes.bar} max={read.total || 1} value={size} aria-label="Accounts read" />
          <Button variant="default" onClick={onClose} ref={button}>
            Cancel
          </Button>
        </div>
      </Notice>
      {failed !== null && (
        <ErrorState
          error={failed}
          title="The accounts could not all be read, so nothing was exported."
          onRetry={() => setFailed(null)}
        />
      )}
    </>
  )
}
