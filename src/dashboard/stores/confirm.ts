import type { ReactNode } from 'react'
import { createStore } from '../lib/create-store.ts'

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

const question = createStore<Question | null>(null)

/** Asks before it does something: `ConfirmDialog` in the shell shows the question. */
export const confirm = (asked: Question): void => question.set(asked)

/** Closes the dialog, whatever the answer. */
export function answered(): void {
  question.get()?.onClosed?.()
  question.set(null)
}

export const useQuestion = question.useValue
