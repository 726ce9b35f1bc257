import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { listProfiles, ReadOf } from '../../../contract/index.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { plural, fullNumber } from '../../kit/format/format.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { DraftRestoredNotice } from '../../kit/forms/DraftRestoredNotice.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import classes from './cache.module.css'
import { type Group, groupNamed, groups, paramOf } from './purge-kinds.ts'
import { callsOf, countInWords, isBlank, isReady, problemOf, type Row } from './purge-rows.ts'
import { isUnderWay, useProof } from './proof.ts'
import { changePurge, keepRows, newRow, offerRow, usePurge, type Purge } from './purge-store.ts'
import { PurgeLines } from './PurgeLines.tsx'
import { runPurge } from './run-purge.ts'
import { useRegexCheck } from './use-regex-check.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'

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

/** Purges addresses, or whatever a path, a pattern, a tag or a type names, in as many requests as it takes. */
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
  const [params, setParams] = useAddress()
  // a service of the document alone knows addresses only, and may take anything else for one
  const isOfAddresses = proof === null
  const group = groupNamed(isOfAddresses ? null : params.get('purge'))
  useEffect(() => offerRow(purgeKey, group), [purgeKey, group])
  const regexProblem = useRegexCheck(rows.some(({ kind }) => kind === 'regex'))
  const named = (profiles ?? []).flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name: name ?? id }]))
  // ignore a selected profile that no longer exists
  const profile = profiles && !named.some(({ id }) => id === purge.profile) ? '' : purge.profile
  const ready = rows.filter((row) => isReady(row, host, regexProblem))
  const wrong = rows.filter((row) => problemOf(row, host, regexProblem))
  const accepted = rows.filter((row) => row.result.kind === 'accepted').length
  const calls = callsOf(ready).length
  const start = async () => {
    const acceptedRows = await runPurge({ purgeKey, siteId, user, rows: ready, profile: profile || undefined })
    onPurged(acceptedRows, named.find(({ id }) => id === profile)?.name)
  }
  return (
    <Panel
      title="Purge"
      aside={ready.length > 0 ? `${countInWords(ready)} in ${plural(calls, 'request')}` : group.hint}
      actions={
        group.name === 'addresses' && (
          <Button variant="default" onClick={onPaste} disabled={run !== null}>
            Paste paths or CSV…
          </Button>
        )
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
        {!isOfAddresses && (
          <GroupChoice
            group={group}
            onChange={(chosen) => setParams(withParam('purge', paramOf(chosen)), { preventScrollReset: true })}
          />
        )}
        <PurgeLines
          purgeKey={purgeKey}
          place={{ siteId, user }}
          group={group}
          rows={rows}
          host={host}
          regexProblem={regexProblem}
          proof={proof}
          busy={run !== null}
        />
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
            Add {group.field.toLowerCase()}
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
            <ReasonButton does="cache.purge" type="submit" disabled={ready.length === 0 || run !== null}>
              {run
                ? 'Purging…'
                : `${rows.some(isFailed) ? 'Retry' : 'Purge'}${ready.length ? ` ${countInWords(ready)}` : ''}`}
            </ReasonButton>
          </span>
        </Toolbar>
      </form>
      <p ref={status} role="status" tabIndex={-1} className={classes.hint}>
        {statusOf(purge, saysAll)}
        {wrong.length > 0 &&
          !run &&
          ` ${countInWords(wrong)} ${wrong.length === 1 ? 'needs' : 'need'} fixing and won’t be sent.`}
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
  const those = (...kinds: Row['result']['kind'][]) => rows.filter(({ result }) => kinds.includes(result.kind))
  const sent = those('accepted')
  const notPurged = those('refused', 'held', 'failed').length
  const counts = `${sent.length > 0 ? countInWords(sent) : 'Nothing'} sent${notPurged ? `, ${fullNumber(notPurged)} not purged` : ''}.`
  if (run) return `Request ${run.call} of ${run.calls}: ${counts}`
  if (!ended) return ''
  if (saysAll && notPurged === 0 && ended.calls === ended.of) return ''
  return ended.calls < ended.of ? `Stopped after request ${ended.calls} of ${ended.of}. ${counts}` : counts
}

/** What new lines are for. */
function GroupChoice({ group, onChange }: { group: Group; onChange: (group: Group) => void }) {
  const isPhone = useIsPhone()
  const options = groups.map(({ name, label }) => ({ value: name, label }))
  const choice = { label: 'What to purge', value: group.name, onChange: (name: string) => onChange(groupNamed(name)) }
  return (
    <div>
      {isPhone ? (
        <Choice {...choice} options={options} labelShown />
      ) : (
        <SegmentedControl {...choice} options={options} />
      )}
    </div>
  )
}

/** Brings the button that purges into view, where the form was filled in from elsewhere on the page. */
export function focusPurge(): void {
  document.querySelector<HTMLButtonElement>('[data-purge-form] [type=submit]')?.focus()
}

function focusLast(): void {
  const line = document.querySelector('[data-purge-form] li:last-child')
  const field = line?.querySelector('input') ?? line?.querySelector('select')
  field?.focus()
}
