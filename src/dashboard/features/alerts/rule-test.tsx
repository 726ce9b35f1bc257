import { useState } from 'react'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { channelsIn } from './channels.ts'
import { testRule } from './rule-changes.ts'
import type { AnyScope } from '../../api/scope.ts'
import { adviceAfterChange, ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import classes from './alerts.module.css'

/** What became of a test. */
interface Tested {
  readonly rule: AlertRuleRecord
  readonly error: string | null
}

export interface RuleTest {
  /** The rule that is being tested. */
  readonly testing: string | null
  readonly tested: Tested | null
  readonly failed: unknown
  readonly run: (rule: AlertRuleRecord) => Promise<void>
}

/** Tests rules, one at a time. */
export function useRuleTest(scope: AnyScope): RuleTest {
  const [tested, setTested] = useState<Tested | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [testing, setTesting] = useState<string | null>(null)
  const run = async (rule: AlertRuleRecord) => {
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
  return { testing, tested, failed, run }
}

/** Says whether the last test was accepted. */
export function TestOutcome({ test: { testing, tested, failed } }: { test: RuleTest }) {
  return (
    <>
      <div role="status" className={classes.outcome}>
        {testing !== null && 'Sending a test…'}
        {tested && (
          <Notice tone={tested.error === null ? 'plain' : 'error'}>
            {tested.error === null
              ? `Test sent. ${acceptedBy(tested.rule)}`
              : `The test of “${tested.rule.name}” failed. ${tested.error}`}
          </Notice>
        )}
      </div>
      {failed !== null && (
        <ErrorState error={failed} title="Couldn’t send the test." advice={adviceAfterChange(failed)} />
      )}
    </>
  )
}

function acceptedBy(rule: AlertRuleRecord): string {
  const accepted = channelsIn(rule).map(({ channel, target }) => {
    if (target === null) return `It was accepted for “${rule.name}”.`
    return channel === 'webhook' ? `${target} accepted it.` : `The mail server accepted it for ${target}.`
  })
  return accepted.join(' ')
}
