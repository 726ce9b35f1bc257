import { Button } from '@mantine/core'
import { maxPurgeItems, type ReadOf, type listProfiles } from '../../../../../contract/index.ts'
import { Choice } from '../../../../components/Choice.tsx'
import { plural } from '../../../../format/format.ts'
import { Panel } from '../../../../components/Panel.tsx'
import { Restored } from '../../../../components/Restored.tsx'
import { Toolbar } from '../../../../components/Toolbar.tsx'
import classes from './cache.module.css'
import { callsOf, isBlank, isReady, problemOf, type Row } from './purge-rows.ts'
import { changePurge, keepRows, newRow, usePurge, type Purge } from './purge-store.ts'
import { PurgeTable } from './PurgeTable.tsx'
import { runPurge } from './run-purge.ts'

interface Props {
  place: string
  siteId: string
  user: string
  host: string
  /** Undefined while they are not known. */
  profiles: ReadOf<typeof listProfiles> | undefined
  onPaste: () => void
  onPurged: (accepted: readonly Row[], profile: string | undefined) => void
}

/** Single resources: rows of domain, path and type, sent in as many calls as it takes. */
export function PurgePanel({ place, siteId, user, host, profiles, onPaste, onPurged }: Props) {
  const purge = usePurge(place)
  const { rows, run, restored } = purge
  const named = (profiles ?? []).flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ?? id }]))
  // one that is gone meanwhile is not asked for
  const profile = profiles && !named.some(({ id }) => id === purge.profile) ? '' : purge.profile
  const ready = rows.filter((row) => isReady(row, host))
  const wrong = rows.filter((row) => problemOf(row, host)).length
  const accepted = rows.filter((row) => row.result.kind === 'accepted').length
  const calls = callsOf(ready).length
  const start = async () => {
    const taken = await runPurge({ place, siteId, user, host, profile: profile || undefined })
    onPurged(taken, named.find(({ id }) => id === profile)?.name)
  }
  return (
    <Panel
      title="Purge"
      aside={
        ready.length > 0 && `${plural(ready.length, 'item')} · ${plural(calls, 'call')} of at most ${maxPurgeItems}`
      }
      actions={
        <Button variant="default" onClick={onPaste} disabled={run !== null}>
          Paste lines or CSV…
        </Button>
      }
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!run && ready.length > 0) void start()
        }}
      >
        {restored && <Restored onStartOver={() => keepRows(place, () => false)} />}
        <PurgeTable place={place} rows={rows} host={host} busy={run !== null} />
        {run && <progress className={classes.progress} max={run.calls} value={run.call - 1} aria-label="Calls made" />}
        <Toolbar>
          <Button
            variant="default"
            disabled={run !== null}
            onClick={() => {
              changePurge(place, (now) => ({ rows: [...now.rows, newRow()] }))
              requestAnimationFrame(focusLast)
            }}
          >
            Add row
          </Button>
          {accepted > 0 && !run && (
            <Button variant="default" onClick={() => keepRows(place, (row) => row.result.kind !== 'accepted')}>
              Clear accepted
            </Button>
          )}
          {rows.some((row) => !isBlank(row)) && !run && (
            <Button variant="default" onClick={() => keepRows(place, () => false)}>
              Clear all
            </Button>
          )}
          {named.length > 0 && (
            <Choice
              label="In"
              labelShown
              value={profile}
              onChange={(id) => changePurge(place, () => ({ profile: id }))}
              options={[
                { value: '', label: 'all profiles' },
                ...named.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <span className={classes.end}>
            {run && run.calls > 1 && (
              <Button
                variant="default"
                disabled={run.stopping}
                onClick={() => changePurge(place, (now) => ({ run: now.run && { ...now.run, stopping: true } }))}
              >
                {run.stopping ? 'Stopping…' : 'Stop after this call'}
              </Button>
            )}
            <Button type="submit" disabled={ready.length === 0 || run !== null}>
              {run ? 'Purging…' : `${rows.some(isFailed) ? 'Retry' : 'Purge'}${ready.length ? ` ${ready.length}` : ''}`}
            </Button>
          </span>
        </Toolbar>
      </form>
      <p role="status" className={classes.hint}>
        {statusOf(purge)}
        {wrong > 0 &&
          !run &&
          ` ${plural(wrong, 'row')} ${wrong === 1 ? 'needs' : 'need'} mending and ${wrong === 1 ? 'is' : 'are'} not sent.`}
      </p>
      <p className={classes.hint}>
        The service answers before the items are gone: “accepted” means that it has taken them.
      </p>
    </Panel>
  )
}

function isFailed({ result }: Row): boolean {
  return result.kind === 'failed' || result.kind === 'held' || result.kind === 'refused'
}

function statusOf({ rows, run, ended }: Purge): string {
  const of = (...kinds: Row['result']['kind'][]) => rows.filter(({ result }) => kinds.includes(result.kind)).length
  const counts = `${of('accepted')} accepted, ${of('refused', 'held', 'failed')} not`
  if (run) return `Call ${run.call} of ${run.calls} · ${counts}`
  if (!ended) return ''
  return ended.calls < ended.of ? `Stopped after call ${ended.calls} of ${ended.of} · ${counts}.` : `Done · ${counts}.`
}

function focusLast(): void {
  const paths = document.querySelectorAll<HTMLInputElement>('[data-purge-path] input, input[data-purge-path]')
  paths[paths.length - 1]?.focus()
}
