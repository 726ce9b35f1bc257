import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useLeaveGuard } from '../../../kit/forms/use-leave-guard.ts'
import { forgetDraft } from '../../../kit/forms/drafts.ts'
import type { Draft } from './draft.ts'
import { hasSecret, keepDraft, keptDraft } from './kept-draft.ts'

type Errors = Readonly<Record<string, string>>

/**
 * A form's values, kept across reloads. Asks before they are lost by leaving the page.
 * @param aside pages that are visited for this form: for them, it's left as it is, if no secret would be lost
 */
export function useDraft(name: string, initial: Draft, aside: readonly string[] = []) {
  const [kept, setKept] = useState(() => keptDraft(name))
  const [draft, setDraft] = useState(kept?.draft ?? initial)
  const finished = useRef(false)
  const differs = (other: Draft) => JSON.stringify(other) !== JSON.stringify(initial)
  const isChanged = differs(draft)

  useLeaveGuard(
    () => isChanged && !finished.current,
    'You’ll lose what you’ve entered.',
    () => forgetDraft(name),
    hasSecret(draft) ? [] : aside,
  )

  /** `clear` removes the errors of the fields that change. */
  const change = (next: Partial<Draft>, clear?: Dispatch<SetStateAction<Errors>>) => {
    const whole = { ...draft, ...next }
    setDraft(whole)
    keepDraft(name, whole)
    clear?.((errors) => without(errors, next))
  }
  const done = () => {
    finished.current = true
    forgetDraft(name)
  }
  const startOver = () => {
    setDraft(initial)
    setKept(null)
    forgetDraft(name)
  }
  return {
    draft,
    change,
    done,
    startOver,
    isChanged,
    restored: kept !== null && differs(kept.draft),
    passwordLost: kept?.hadPassword === true && draft.password === '',
  }
}

const pathsOf: Readonly<Partial<Record<keyof Draft, string>>> = {
  addresses: 'constants.url',
  name: 'name',
  protocol: 'constants',
  headers: 'constants.http_headers',
  auth: 'constants.auth',
  password: 'constants.password',
  body: 'constants.http_body',
  locations: 'variables.locations',
  connections: 'variables.connectivities',
  browsers: 'variables.browsers',
  interval: 'timing.interval',
  policy: 'timing',
  times: 'timing.run_times',
  minutes: 'timing.duration',
  message: 'suspended_message',
  limits: 'limits',
}

function without(errors: Errors, changed: Partial<Draft>): Errors {
  const touched = (Object.keys(changed) as (keyof Draft)[]).flatMap((field) => pathsOf[field] ?? [])
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !touched.some((at) => path === at || path.startsWith(`${at}.`))),
  )
}
