import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../api/errors.ts'
import { limitConcurrency } from '../../../api/limit-concurrency.ts'
import { create, monitorsChanged, type Capabilities, type Kind } from '../../../api/monitors.ts'
import { useWho, type Scope } from '../../../api/scope.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { asSentence } from '../../../api/errors.ts'
import { toast } from '../../../stores/toast.ts'
import { paths } from '../../../paths.ts'
import { addressesOf, bodyOf, problemsIn } from './body.ts'
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
  /** Which form it is: each keeps what was typed into it over a reload. */
  name: string
}

const atOnce = 4

/** The form of a monitor or test: sections, what they come to, and what came of each address. */
export function SpecForm({ kind, scope, offer, initial, name }: Props) {
  const who = useWho()
  const navigate = useNavigate()
  const { draft, change, passwordLost, done } = useDraft(name, initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<unknown>(null)
  const [results, setResults] = useState<readonly CreationResult[]>([])
  const [busy, setBusy] = useState(false)
  const pathTo = (id: string | undefined) =>
    id === undefined ? undefined : kind === 'monitor' ? paths.monitor(scope, id) : paths.test(scope, id)
  const list = kind === 'monitor' ? paths.monitors(scope) : paths.tests(scope)

  const refuse = (problems: Readonly<Record<string, string>>) => {
    setErrors(problems)
    // once the fields show what is wrong with them
    setTimeout(() => focusFirst(problems))
  }

  const submit = async () => {
    if (busy) return
    const problems = problemsIn(draft, kind)
    if (Object.keys(problems).length > 0) return refuse(problems)
    const addresses = addressesOf(draft)
    const before = results.filter(({ state }) => state === 'created')
    let now: readonly CreationResult[] = addresses.map((address) => ({ address, state: 'waiting' }))
    const set = (address: string, next: Omit<CreationResult, 'address'>) => {
      now = now.map((one) => (one.address === address ? { address, ...next } : one))
      if (addresses.length > 1 || before.length > 0) setResults([...before, ...now])
    }
    setBusy(true)
    setErrors({})
    setFailed(null)
    const run = limitConcurrency(atOnce)
    await Promise.all(
      addresses.map((address) =>
        run(async () => {
          set(address, { state: 'creating' })
          try {
            const made = await create(scope, kind, bodyOf(draft, kind, address))
            set(address, { state: 'created', to: pathTo(made.id) })
          } catch (error) {
            set(address, { state: 'failed', error })
          }
        }),
      ),
    )
    setBusy(false)
    void monitorsChanged()
    const failures = now.filter(({ state }) => state === 'failed')
    const [first] = failures
    if (!first) {
      done()
      const [only] = now
      const isOne = now.length === 1 && before.length === 0
      toast(
        isOne ? `${kind === 'monitor' ? 'Monitor' : 'Test'} created` : `${before.length + now.length} ${kind}s created`,
      )
      void navigate((isOne && only?.to) || list)
      return
    }
    change({ addresses: failures.map(({ address }) => address).join('\n') })
    const fields = first.error instanceof ApiError ? first.error.fields : {}
    const told = Object.fromEntries(Object.entries(fields).map(([path, message]) => [path, asSentence(message)]))
    if (Object.keys(told).length > 0) refuse(told)
    // of several, each says so in the results
    if (addresses.length === 1 && before.length === 0) setFailed(first.error)
    if (Object.keys(told).length === 0) document.querySelector('form')?.scrollIntoView()
  }

  const part = { kind, draft, errors, offer, onChange: (next: Partial<Draft>) => change(next, setErrors) }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={classes.sections}>
        {results.length > 0 && <CreationResults results={results} what={`${kind}s`} />}
        {failed !== null && (
          <ErrorState error={failed} title={`The ${kind} was not created.`} advice={adviceFor(failed, kind)} />
        )}
        <Target {...part} />
        <Locations {...part} />
        <Schedule {...part} />
        <Advanced {...part} passwordLost={passwordLost} />
      </div>
      <RequestPreview
        kind={kind}
        draft={draft}
        scope={scope}
        baseUrl={new URL(who.baseUrl, window.location.href).href}
        errors={errors}
        busy={busy}
      />
    </form>
  )
}

/** An answer that did not come is no answer: what was asked for may have been done. */
function adviceFor(error: unknown, kind: Kind): string | undefined {
  return error instanceof ApiError && error.kind === 'unreachable'
    ? `It may have been created all the same: look at the list of ${kind}s before you try again.`
    : undefined
}

function focusFirst(errors: Readonly<Record<string, string>>): void {
  const fields = document.querySelectorAll<HTMLElement>('form [name]')
  const first = [...fields].find((field) => (field.getAttribute('name') ?? '') in errors)
  first?.focus()
}
