import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { type AlertScope, deleteRule, muteRule, testRule } from '../../api/alerts.ts'
import { DataTable, type Column } from '../../components/DataTable.tsx'
import { adviceAfterChange, ErrorState } from '../../components/ErrorState.tsx'
import { EmptyCell } from '../../components/Measured.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Stacked } from '../../components/Stacked.tsx'
import { Time } from '../../components/Time.tsx'
import { aboutRule } from '../../format/alerts.ts'
import { paths } from '../../paths.ts'
import { confirm } from '../../stores/confirm.ts'
import { toast } from '../../stores/toast.ts'
import classes from './alerts.module.css'
import { MuteLength, muteLengths } from './MuteLength.tsx'

interface Props {
  scope: AlertScope
  rules: readonly AlertRuleRecord[]
}

/** What became of a test. */
interface Tested {
  readonly rule: AlertRuleRecord
  readonly error: string | null
}

/** The rules, each with what it tells, to whom, and what can be done with it. */
export function RuleTable({ scope, rules }: Props) {
  const [tested, setTested] = useState<Tested | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [testing, setTesting] = useState<string | null>(null)
  const test = async (rule: AlertRuleRecord) => {
    if (testing !== null) return
    setTesting(rule.id)
    setTested(null)
    setFailed(null)
    try {
      setTested({ rule, error: await testRule(scope, rule.id) })
    } catch (error) {
      setFailed(error)
    } finally {
      setTesting(null)
    }
  }
  const columns: readonly Column<AlertRuleRecord>[] = [
    {
      id: 'name',
      header: 'Rule',
      grows: true,
      cell: (rule) => (
        <Stacked below={aboutRule(rule)}>
          <Link to={paths.alertRule(scope, rule.id)} className={classes.text}>
            {rule.name}
          </Link>
        </Stacked>
      ),
    },
    {
      id: 'to',
      header: 'Goes to',
      names: true,
      cell: ({ channel, target, recipient }) => (
        <Stacked below={channel === 'webhook' ? 'webhook' : channel}>
          <span className={classes.text}>
            {target ?? (recipient === 'partner' ? 'your hosting provider' : <EmptyCell why="no address" />)}
          </span>
        </Stacked>
      ),
    },
    { id: 'state', header: 'State', cell: (rule) => <RuleState rule={rule} /> },
    {
      id: 'change',
      header: 'Change',
      cell: (rule) => (
        <span className={classes.buttons}>
          <Button
            variant="default"
            loading={testing === rule.id}
            onClick={() => void test(rule)}
            aria-label={`Send a test: ${rule.name}`}
          >
            Test
          </Button>
          {rule.muted_until === null ? (
            <Button variant="default" onClick={() => askToMute(scope, rule)} aria-label={`Mute ${rule.name}…`}>
              Mute…
            </Button>
          ) : (
            <Button variant="default" onClick={() => askToUnmute(scope, rule)} aria-label={`Unmute ${rule.name}…`}>
              Unmute…
            </Button>
          )}
          <Button variant="default" onClick={() => askToDelete(scope, rule)} aria-label={`Delete ${rule.name}…`}>
            Delete…
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable label="Rules" columns={columns} rows={rules} rowKey={({ id }) => id} />
      <div role="status">
        {tested && (
          <Notice tone={tested.error === null ? 'plain' : 'error'}>
            {tested.error === null
              ? `The test of “${tested.rule.name}” was accepted${tested.rule.target ? ` for ${tested.rule.target}` : ''}.`
              : `The test of “${tested.rule.name}” failed. ${tested.error}`}
          </Notice>
        )}
      </div>
      {failed !== null && <ErrorState error={failed} title="No test was sent." advice={adviceAfterChange(failed)} />}
    </>
  )
}

function RuleState({ rule: { enabled, muted_until } }: { rule: AlertRuleRecord }) {
  if (!enabled) return <>Off</>
  if (muted_until === null) return <>On</>
  return (
    <Stacked below={<Time at={muted_until} />}>
      <>Muted until</>
    </Stacked>
  )
}

function askToMute(scope: AlertScope, { id, name }: AlertRuleRecord): void {
  let length: number = muteLengths[0].ms
  confirm({
    title: `Mute “${name}”?`,
    body: (
      <>
        Nothing is sent meanwhile. What is still wrong when the time is over is told then.
        <MuteLength onChange={(ms) => (length = ms)} />
      </>
    ),
    verb: 'Mute',
    action: async () => {
      await muteRule(scope, id, Date.now() + length)
      toast(`${name} is muted`)
    },
  })
}

function askToUnmute(scope: AlertScope, { id, name }: AlertRuleRecord): void {
  confirm({
    title: `Unmute “${name}”?`,
    body: 'What is wrong now and wasn’t told because of the mute is told at once.',
    verb: 'Unmute',
    action: async () => {
      await muteRule(scope, id, null)
      toast(`${name} is no longer muted`)
    },
  })
}

function askToDelete(scope: AlertScope, { id, name }: AlertRuleRecord): void {
  confirm({
    title: `Delete “${name}”?`,
    body: 'Nobody is told by this rule any more, and its alerts that wait are not sent. The deliveries of the past stay in the log.',
    verb: 'Delete',
    danger: true,
    action: async () => {
      await deleteRule(scope, id)
      toast(`${name} was deleted`)
    },
  })
}
