import { useQuery } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { markStale } from '../../../api/change.ts'
import { create, type Capabilities, type Kind } from '../reads.ts'
import { quotasOf, quotaState } from '../../accounts/quotas.ts'
import { useWho, type Scope } from '../../../api/scope.ts'
import { ErrorState, isUnsure } from '../../../kit/feedback/ErrorState.tsx'
import { DraftRestoredNotice } from '../../../kit/forms/DraftRestoredNotice.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { paths } from '../../../paths.ts'
import { addressesOf, bodyOf, commonBeginning, nameFrom, problemsIn } from './body.ts'
import { focusFirst, problemsFrom } from '../../../kit/forms/field-problems.ts'
import classes from '../monitors-and-tests.module.css'
import type { Draft } from './draft.ts'
import { Locations } from './Locations.tsx'
import { Schedule } from './Schedule.tsx'
import { Advanced } from './Advanced.tsx'
import { CreationResults, type CreationResult } from './CreationResults.tsx'
import { RequestPreview } from './RequestPreview.tsx'
import { useDraft } from './use-draft.ts'
import { Target } from './Target.tsx'

interface Props {
  kind: Kind
  scope: Scope
  offer: Capabilities | null
  initial: Draft
  /** Identifies the form's draft, which survives a reload. */
  name: string
}

const maxConcurrent = 4

/** The form that creates monitors or tests, with a preview of its request and the result for each address. */
export function SpecForm({ kind, scope, offer, initial, name }: Props) {
  const who = useWho()
  const navigate = useNavigate()
  const { draft, change, passwordLost, done, ...kept } = useDraft(name, initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [results, setResults] = useState<readonly CreationResult[]>([])
  const [busy, setBusy] = useState(false)
  const pathTo = (id: string | undefined) =>
    id === undefined ? undefined : kind === 'monitor' ? paths.monitor(scope, id) : paths.test(scope, id)
  const listOf = kind === 'monitor' ? paths.monitors : paths.tests

  const startOver = () => {
    kept.startOver()
    setErrors({})
    setFailed(null)
  }

  const showProblems = (problems: Readonly<Record<string, string>>) => {
    setErrors(problems)
    // after the fields show their errors
    setTimeout(() => focusFirst(problems))
  }

  const submit = async () => {
    if (busy) return
    const problems = problemsIn(draft, kind)
    if (Object.keys(problems).length > 0) return showProblems(problems)
    const addresses = addressesOf(draft)
    const before = results.filter(({ state }) => state === 'created')
    let now: readonly CreationResult[] = addresses.map((address) => ({ address, state: 'waiting' }))
    const set = (address: string, next: Omit<CreationResult, 'address'>) => {
      now = now.map((result) => (result.address === address ? { address, ...next } : result))
      if (addresses.length > 1 || before.length > 0) setResults([...before, ...now])
    }
    setBusy(true)
    setErrors({})
    setFailed(null)
    const limit = pLimit(maxConcurrent)
    await Promise.all(
      addresses.map((address) =>
        limit(async () => {
          set(address, { state: 'creating' })
          try {
            const created = await create(scope, kind, bodyOf(draft, kind, address))
            set(address, { state: 'created', to: pathTo(created.id) })
          } catch (error) {
            set(address, { state: 'failed', error })
          }
        }),
      ),
    )
    setBusy(false)
    void markStale(`${kind}s.create`)
    const failures = now.filter(({ state }) => state === 'failed')
    const [first] = failures
    if (!first) {
      done()
      const [only] = now
      const isOne = now.length === 1 && before.length === 0
      toast(
        isOne ? `${kind === 'monitor' ? 'Monitor' : 'Test'} created` : `${before.length + now.length} ${kind}s created`,
      )
      // a list of many begins elsewhere
      const search = commonBeginning([...before, ...now].map(({ address }) => nameFrom(draft.name, address)))
      void navigate((isOne && only?.to) || listOf(scope, search === undefined ? {} : { search }))
      return
    }
    change({ addresses: failures.map(({ address }) => address).join('\n') })
    const problemsFound = problemsFrom(first.error)
    const hasProblems = Object.keys(problemsFound).length > 0
    if (hasProblems) showProblems(problemsFound)
    // with several addresses, the results list each error
    if (addresses.length === 1 && before.length === 0) setFailed(first.error)
    if (!hasProblems) document.querySelector('form')?.scrollIntoView()
  }

  const quotas = useQuery({ ...quotasOf(scope), retry: false })
  const quota = quotaState(quotas.data, kind === 'monitor' ? ['monitors'] : ['monitors', 'runs'])
  const section = { kind, draft, errors, offer, onChange: (next: Partial<Draft>) => change(next, setErrors) }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (quota.full === undefined) void submit()
      }}
    >
      <div className={classes.sections}>
        {kept.restored && <DraftRestoredNotice onStartOver={startOver} />}
        {results.length > 0 && <CreationResults results={results} what={`${kind}s`} />}
        {failed !== null && (
          <ErrorState
            error={failed}
            title={isUnsure(failed) ? 'It isn’t clear whether this worked.' : `Couldn’t create the ${kind}.`}
            advice={adviceFor(failed, kind)}
          />
        )}
        <Target {...section} />
        <Locations {...section} />
        <Schedule {...section} />
        <Advanced {...section} passwordLost={passwordLost} />
      </div>
      <RequestPreview
        kind={kind}
        draft={draft}
        scope={scope}
        baseUrl={new URL(who.baseUrl, window.location.href).href}
        errors={errors}
        busy={busy}
        quota={quota}
        cancelTo={listOf(scope)}
        onCancel={done}
      />
    </form>
  )
}

function adviceFor(error: unknown, kind: Kind): string | undefined {
  return isUnsure(error)
    ? `The ${kind} may have been created anyway. Check your ${kind}s before you try again.`
    : undefined
}
