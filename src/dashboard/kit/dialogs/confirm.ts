import type { ReactNode } from 'react'
import { createStore } from '../../lib/create-store.ts'

export interface Question {
  readonly title: string
  /** What will happen, in one or two sentences. With fields, a function of what the service found wrong with them. */
  readonly body: ReactNode | ((problems: Readonly<Record<string, string>>) => ReactNode)
  /** The verb on the button, the same as on the button that opened the dialog; undefined if there is only something to read. */
  readonly verb?: string
  readonly danger?: boolean
  /** Text to type before confirming, for actions that visitors would notice. */
  readonly typed?: string
  /** A failure is shown in the dialog, which stays open. */
  readonly action: () => Promise<unknown>
  /** Called when the dialog closes, confirmed or not. */
  readonly onClosed?: () => void
}

const question = createStore<Question | null>(null)

/** Asks for confirmation, in place of what was asked before. `ConfirmDialog` in the shell shows the question. */
export const confirm = (next: Question): void => question.set(next)

/** Closes the dialog, if it still asks the question. */
export function answered(its: Question | null = question.get()): void {
  if (its !== question.get()) return
  question.set(null)
  its?.onClosed?.()
}

export const useQuestion = question.useValue
