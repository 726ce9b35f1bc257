import type { ReactNode } from 'react'
import { createStore } from '../../lib/create-store.ts'

export interface Question {
  readonly title: string
  /** What will happen, in one or two sentences. With fields, a function of what the service found wrong with them. */
  readonly body: ReactNode | ((problems: Readonly<Record<string, string>>) => ReactNode)
  /** The verb on the button, the same as on the button that opened the dialog. */
  readonly verb: string
  readonly danger?: boolean
  /** Text to type before confirming, for actions that visitors would notice. */
  readonly typed?: string
  /** A failure is shown in the dialog, which stays open. */
  readonly action: () => Promise<unknown>
  /** Called when the dialog closes, confirmed or not. */
  readonly onClosed?: () => void
}

const question = createStore<Question | null>(null)

/** Asks for confirmation. `ConfirmDialog` in the shell shows the question. */
export const confirm = (next: Question): void => question.set(next)

/** Closes the dialog. */
export function answered(): void {
  question.get()?.onClosed?.()
  question.set(null)
}

export const useQuestion = question.useValue
