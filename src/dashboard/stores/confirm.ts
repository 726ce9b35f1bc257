import { type ReactNode, useSyncExternalStore } from 'react'

export interface Question {
  readonly title: string
  /** What will happen, in one or two sentences. */
  readonly body: ReactNode
  /** The verb on the button: that of the button which asked. */
  readonly verb: string
  readonly danger?: boolean
  /** Has to be typed before: for what visitors would notice. */
  readonly typed?: string
  /** A failure keeps the dialog open and is told in it. */
  readonly action: () => Promise<unknown>
  /** The dialog went away, answered or not. */
  readonly onClosed?: () => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

/** Asks before it does something. The one helper for it; `ConfirmDialog` in the shell shows the question. */
export function confirm(asked: Question): void {
  set(asked)
}

export function answered(): void {
  question?.onClosed?.()
  set(null)
}

export function useQuestion(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )
}

function set(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}
