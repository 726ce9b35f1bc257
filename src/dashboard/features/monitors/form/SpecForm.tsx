import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { markStale } from '../../../api/change.ts'
import { limitsOf } from '../limit-entry.ts'
import type { Capabilities, Kind } from '../reads.ts'
import { quotasOf, quotaState } from '../../accounts/quotas.ts'
import { useWho, type Scope } from '../../../api/scope.ts'
import { adviceAfterChange, ErrorState, isUnsure, titleAfterChange } from '../../../kit/feedback/ErrorState.tsx'
import { DraftRestoredNotice } from '../../../kit/forms/DraftRestoredNotice.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { paths } from '../../../paths.ts'
import { addressesOf, bodyOf, commonBeginning, nameFrom, problemsIn } from './body.ts'
import { focusFirst, problemsFrom } from '../../../kit/forms/field-problems.ts'
import classes from '../monitors-and-tests.module.css'
import { createOne, limitOne } from './create-one.ts'
import type { Draft } from './draft.ts'
import { Locations } from './Locations.tsx'
import { Schedule } from './Schedule.tsx'
import { Advanced } from './Advanced.tsx'
import { CreationResults, type CreationResult } from './CreationResults.tsx'
import { RequestPreview } from './RequestPreview.tsx'
import { forEach } from './for-each.ts'
import { nobodyIsTold, SlowWhen, useSlowRules } from './SlowWhen.tsx'
import { useDraft } from './use-draft.ts'
import { Target } from './Target.tsx'

interface Props {
  kind: Kind
  scope: Scope
  offer: Capabilities | null
  initial: Draft
  /** An address that could be measured. */
  example: string
  /** Identifies the form's draft, which survives a reload. */
  name: string
}

/** The form that creates monitors or tests, with a preview of its request and the result for each address. */
export function SpecForm({ kind, scope, offer, initial, example, name }: Props) {
  const who = useWho()
  const navigate = useNavigate()
  const { draft, change, passwordLost, done, ...kept } = useDraft(name, initial, [
    paths.alerts(scope),
    paths.newAlertRule(scope),
  ])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [results, setResults] = useState<readonly CreationResult[]>([])
  const [busy, setBusy] = useState(false)
  const pathTo = (id: string) => (kind === 'monitor' ? paths.monitor(scope, id) : paths.test(scope, id))
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

  const slowRules = useSlowRules(scope)
  const limits = kind === 'monitor' ? limitsOf(draft.limits, draft.type) : null

  /** Leaves the form, unless there are monitors without their limits. */
  const finish = (all: readonly CreationResult[]) => {
    done()
    if (all.some(isWithoutLimits)) return setResults(all)
    const [only] = all
    const isOne = all.length === 1
    const created = isOne ? `${kind === 'monitor' ? 'Monitor' : 'Test'} created` : `${all.length} ${kind}s created`
    const isUntold = slowRules?.length === 0 && Object.keys(limits ?? {}).length > 0
    toast(isUntold ? `${created}. ${nobodyIsTold}` : created)
    // a list of many begins elsewhere
    const search = commonBeginning(all.map(({ address }) => nameFrom(draft.name, address)))
    const id = isOne && only && 'id' in only ? only.id : undefined
    void navigate(id === undefined ? listOf(scope, search === undefined ? {} : { search }) : pathTo(id))
  }

  const setLimitsAgain = async () => {
    const others = results.filter((result) => !isWithoutLimits(result))
    const now = await forEach(results.filter(isWithoutLimits), {
      meanwhile: ({ address, id }) => ({ address, id, state: 'setting limits' }),
      work: ({ id }) => limitOne(scope, id, limits ?? {}),
      show: (shown) => setResults([...others, ...shown]),
    })
    void markStale('monitors.setLimits')
    if (others.every(isCreated)) finish([...others, ...now])
  }

  const submit = async () => {
    if (busy) return
    const problems = problemsIn(draft, kind)
    if (Object.keys(problems).length > 0) return showProblems(problems)
    const addresses = addressesOf(draft)
    const before = results.filter(isCreated)
    setBusy(true)
    setErrors({})
    setFailed(null)
    const now = await forEach(
      addresses.map((address) => ({ address, state: 'waiting' })),
      {
        meanwhile: ({ address }) => ({ address, state: 'creating' }),
        work: ({ address }) => createOne(scope, kind, bodyOf(draft, kind, address), limits),
        show: (shown) => (addresses.length > 1 || before.length > 0) && setResults([...before, ...shown]),
      },
    )
    setBusy(false)
    void markStale(`${kind}s.create`)
    const failures = now.filter((result) => result.state === 'failed')
    const [first] = failures
    if (!first) return finish([...before, ...now])
    if (now.some(isWithoutLimits)) setResults([...before, ...now])
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
  const resultsPanel = results.length > 0 && (
    <CreationResults results={results} what={kind} pathTo={pathTo} onSetLimits={() => void setLimitsAgain()} />
  )
  // only limits are left to be set
  if (results.some(isUnlimited) && results.every(isCreated)) return resultsPanel
  const section = { kind, draft, errors, offer, example, onChange: (next: Partial<Draft>) => change(next, setErrors) }
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
        {resultsPanel}
        {failed !== null && (
          <ErrorState
            error={failed}
            title={titleAfterChange(failed, `Couldn’t create the ${kind}.`)}
            advice={adviceFor(failed, kind)}
          />
        )}
        <Target {...section} />
        <Locations {...section} />
        <Schedule {...section} />
        {/* a service that doesn’t say what it offers has no limits either */}
        {kind === 'monitor' && offer && <SlowWhen {...section} scope={scope} rules={slowRules} />}
        <Advanced {...section} passwordLost={passwordLost} />
      </div>
      <RequestPreview
        kind={kind}
        draft={draft}
        example={example}
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

type WithoutLimits = Extract<CreationResult, { readonly state: 'without limits' }>

const isWithoutLimits = (result: CreationResult): result is WithoutLimits => result.state === 'without limits'
const isUnlimited = (result: CreationResult) => isWithoutLimits(result) || result.state === 'setting limits'
const isCreated = (result: CreationResult) => result.state === 'created' || isUnlimited(result)

function adviceFor(error: unknown, kind: Kind): string {
  return isUnsure(error)
    ? `The ${kind} may have been created anyway. Check your ${kind}s before you try again.`
    : adviceAfterChange(error)
}
