import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { listProfiles, ReadOf } from '../../../contract/index.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { plural, fullNumber } from '../../kit/format/format.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { DraftRestoredNotice } from '../../kit/forms/DraftRestoredNotice.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import classes from './cache.module.css'
import { callsOf, isBlank, isReady, problemOf, type Row } from './purge-rows.ts'
import { isUnderWay, useProof } from './proof.ts'
import { changePurge, keepRows, newRow, usePurge, type Purge } from './purge-store.ts'
import { PurgeLines } from './PurgeLines.tsx'
import { runPurge } from './run-purge.ts'

interface Props {
  purgeKey: string
  siteId: string
  user: string
  host: string
  /** Undefined until they have loaded. */
  profiles: ReadOf<typeof listProfiles> | undefined
  onPaste: () => void
  onPurged: (accepted: readonly Row[], profile: string | undefined) => void
}

/** Purges single paths, in as many requests as it takes. */
export function PurgePanel({ purgeKey, siteId, user, host, profiles, onPaste, onPurged }: Props) {
  const purge = usePurge(purgeKey)
  const { rows, run, restored } = purge
  const { data: proof } = useProof({ siteId, user })
  const isProved = (proof?.addresses.length ?? 0) > 0 && !isUnderWay(proof)
  const saysAll = isProved && proof?.addresses.every(({ result }) => result !== 'unknown') === true
  const isBusy = run !== null
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isBusy) return
    const place = status.current
    // the button had the focus, and has nothing more to send
    return () => {
      if (document.activeElement === document.body) place?.focus({ preventScroll: true })
    }
  }, [isBusy])
  const named = (profiles ?? []).flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ?? id }]))
  // ignore a selected profile that no longer exists
  const profile = profiles && !named.some(({ id }) => id === purge.profile) ? '' : purge.profile
  const ready = rows.filter((row) => isReady(row, host))
  const wrong = rows.filter((row) => problemOf(row, host)).length
  const accepted = rows.filter((row) => row.result.kind === 'accepted').length
  const calls = callsOf(ready).length
  const start = async () => {
    const acceptedRows = await runPurge({ purgeKey, siteId, user, host, profile: profile || undefined })
    onPurged(acceptedRows, named.find(({ id }) => id === profile)?.name)
  }
  return (
    <Panel
      title="Purge"
      aside={
        ready.length > 0
          ? `${plural(ready.length, 'path')} in ${plural(calls, 'request')}`
          : 'paths, whole addresses or a pasted list'
      }
      actions={
        <Button variant="default" onClick={onPaste} disabled={run !== null}>
          Paste paths or CSV…
        </Button>
      }
    >
      <form
        className={classes.form}
        data-purge-form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!run && ready.length > 0) void start()
        }}
      >
        {restored && <DraftRestoredNotice onStartOver={() => keepRows(purgeKey, () => false)} />}
        <PurgeLines purgeKey={purgeKey} rows={rows} host={host} proof={proof} busy={run !== null} />
        {run && (
          <progress className={classes.progress} max={run.calls} value={run.call - 1} aria-label="Requests sent" />
        )}
        <Toolbar>
          <Button
            variant="default"
            disabled={run !== null}
            onClick={() => {
              changePurge(purgeKey, (now) => ({ rows: [...now.rows, newRow()] }))
              requestAnimationFrame(focusLast)
            }}
          >
            Add path
          </Button>
          {accepted > 0 && !run && (
            <Button variant="default" onClick={() => keepRows(purgeKey, (row) => row.result.kind !== 'accepted')}>
              Clear sent
            </Button>
          )}
          {rows.some((row) => !isBlank(row)) && !run && (
            <Button variant="default" onClick={() => keepRows(purgeKey, () => false)}>
              Clear all
            </Button>
          )}
          {named.length > 0 && (
            <Choice
              label="Profile"
              labelShown
              value={profile}
              onChange={(id) => changePurge(purgeKey, () => ({ profile: id }))}
              options={[
                { value: '', label: 'All profiles' },
                ...named.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <span className={classes.end}>
            {run && run.calls > 1 && (
              <Button
                variant="default"
                disabled={run.stopping}
                onClick={() => changePurge(purgeKey, (now) => ({ run: now.run && { ...now.run, stopping: true } }))}
              >
                {run.stopping ? 'Stopping…' : 'Stop after this request'}
              </Button>
            )}
            <Button type="submit" disabled={ready.length === 0 || run !== null}>
              {run
                ? 'Purging…'
                : `${rows.some(isFailed) ? 'Retry' : 'Purge'}${ready.length ? ` ${plural(ready.length, 'path')}` : ''}`}
            </Button>
          </span>
        </Toolbar>
      </form>
      <p ref={status} role="status" tabIndex={-1} className={classes.hint}>
        {statusOf(purge, saysAll)}
        {wrong > 0 && !run && ` ${plural(wrong, 'path')} ${wrong === 1 ? 'needs' : 'need'} fixing and won’t be sent.`}
      </p>
      {accepted > 0 && !isProved && <p className={classes.hint}>What was sent leaves the cache within seconds.</p>}
    </Panel>
  )
}

function isFailed({ result }: Row): boolean {
  return result.kind === 'failed' || result.kind === 'held' || result.kind === 'refused'
}

/** @param saysAll whether the proof says what became of every path */
function statusOf({ rows, run, ended }: Purge, saysAll: boolean): string {
  const countOf = (...kinds: Row['result']['kind'][]) => rows.filter(({ result }) => kinds.includes(result.kind)).length
  const notPurged = countOf('refused', 'held', 'failed')
  const counts = `${plural(countOf('accepted'), 'path')} sent${notPurged ? `, ${fullNumber(notPurged)} not purged` : ''}.`
  if (run) return `Request ${run.call} of ${run.calls}: ${counts}`
  if (!ended) return ''
  if (saysAll && notPurged === 0 && ended.calls === ended.of) return ''
  return ended.calls < ended.of ? `Stopped after request ${ended.calls} of ${ended.of}. ${counts}` : counts
}

/** Brings the button that purges into view, where the form was filled in from elsewhere on the page. */
export function focusPurge(): void {
  document.querySelector<HTMLButtonElement>('[data-purge-form] [type=submit]')?.focus()
}

function focusLast(): void {
  const paths = document.querySelectorAll<HTMLInputElement>('input[data-purge-path]')
  paths[paths.length - 1]?.focus()
}
