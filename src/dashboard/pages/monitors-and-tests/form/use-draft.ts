import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../../../stores/confirm.ts'
import { forgetDraft } from '../../../stores/drafts.ts'
import { paths } from '../../../paths.ts'
import type { Draft } from './draft.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'

type Errors = Readonly<Record<string, string>>

/** A form's values, kept across reloads. Asks before they are lost by leaving the page. */
export function useDraft(name: string, initial: Draft) {
  const [kept] = useState(() => keptDraft(name))
  const [draft, setDraft] = useState(kept?.draft ?? initial)
  const finished = useRef(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial)

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      !finished.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // an expired session goes straight to sign-in; the draft is restored afterwards
      nextLocation.pathname !== paths.signIn(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let leaving = false
    confirm({
      title: 'Leave this page?',
      body: 'You’ll lose what you’ve entered.',
      verb: 'Leave',
      danger: true,
      action: async () => {
        leaving = true
        forgetDraft(name)
        blocker.proceed()
      },
      onClosed: () => {
        if (!leaving) blocker.reset()
      },
    })
  }, [blocker, name])

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
  return { draft, change, done, passwordLost: kept?.hadPassword === true && draft.password === '' }
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
}

function without(errors: Errors, changed: Partial<Draft>): Errors {
  const touched = (Object.keys(changed) as (keyof Draft)[]).flatMap((field) => pathsOf[field] ?? [])
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !touched.some((at) => path === at || path.startsWith(`${at}.`))),
  )
}
