import { useState } from 'react'
import * as z from 'zod/mini'
import { problemsOf, settingsBody, type SiteSettings } from '../../../contract/index.ts'
import { useLeaveGuard } from '../../kit/forms/use-leave-guard.ts'
import { forgetDraft, keepDraft, keptDraft } from '../../kit/forms/drafts.ts'
import { changesOf, type Change } from './changes.ts'
import { jsonErrorOf, type JsonError } from './json-error.ts'

/** Settings as the service reports them, with the revision that lets them be changed. */
export const editableSettings = z.looseObject({ revision: z.int() })
export type EditableSettings = z.output<typeof editableSettings>

/** What is typed, and the settings that it changes. */
const keptSchema = z.object({ text: z.string(), base: editableSettings })
type Kept = z.output<typeof keptSchema>

/** A text as settings, or why it isn't any. */
export type Parsed =
  | { readonly kind: 'valid'; readonly settings: SiteSettings }
  | { readonly kind: 'not JSON'; readonly error: JsonError }
  | { readonly kind: 'invalid'; readonly problems: Readonly<Record<string, string>> }

export interface SettingsDraft {
  /** The draft as JSON, without the revision. Form and JSON are two views of it. */
  readonly text: string
  readonly parsed: Parsed
  /** What the form shows: the settings that were valid last, null if none were. */
  readonly shown: SiteSettings | null
  readonly changes: readonly Change[]
  readonly isChanged: boolean
  /** The revision that the draft was made from. */
  readonly revision: number
  /** The service has newer settings than the draft was made from. */
  readonly isOutdated: boolean
  /** It was kept over a reload or a new sign-in. */
  readonly restored: boolean
  readonly type: (text: string) => void
  readonly change: (settings: SiteSettings) => void
  /** Returns what takes it back. */
  readonly discard: () => () => void
  /** Compares the draft with newer settings, and makes it a change of those. */
  readonly compareWith: (latest: EditableSettings) => void
}

/**
 * Unsaved settings, kept in this tab until they're saved or discarded.
 * @param pages that show them, by path
 */
export function useSettingsDraft(name: string, latest: EditableSettings, pages: readonly string[]): SettingsDraft {
  const [kept, setKept] = useState<Kept | null>(() => keptDraft(name, keptSchema))
  const [restored, setRestored] = useState(kept !== null)
  const base = kept?.base ?? latest
  const text = kept?.text ?? textOf(base)
  const parsed = parse(text)
  const [lastValid, setLastValid] = useState(() => settingsIn(parsed) ?? settingsIn(parse(textOf(base))))
  const changed = parsed.kind === 'not JSON' ? undefined : objectIn(text)
  const changes = changed ? changesOf(withoutRevision(base), changed) : []
  const isChanged = !changed || changes.length > 0

  const keep = (next: Kept | null) => {
    setKept(next)
    if (next) keepDraft(name, next)
    else forgetDraft(name)
  }
  const discard = () => {
    keep(null)
    setRestored(false)
    return () => keep(kept)
  }
  const type = (next: string) => {
    setLastValid(settingsIn(parsed) ?? lastValid)
    keep(next === textOf(base) ? null : { text: next, base })
  }
  useLeaveGuard(
    () => isChanged,
    'You’ll lose the changes you haven’t saved.',
    () => forgetDraft(name),
    pages,
  )
  return {
    text,
    parsed,
    shown: settingsIn(parsed) ?? lastValid,
    changes,
    isChanged,
    revision: base.revision,
    isOutdated: kept !== null && base.revision !== latest.revision,
    restored: restored && isChanged,
    type,
    change: (settings) => type(textOf(settings)),
    discard,
    compareWith: (newer) => keep({ text, base: newer }),
  }
}

function textOf(settings: object): string {
  return JSON.stringify(withoutRevision(settings), null, 2)
}

function withoutRevision(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== 'revision'))
}

/** Reads settings. What is wrong with the whole of them has an empty path. */
export function parse(text: string): Parsed {
  const error = jsonErrorOf(text)
  if (error) return { kind: 'not JSON', error }
  const object = objectIn(text)
  if (!object) return { kind: 'invalid', problems: { '': 'the settings must be an object, in { }' } }
  const { data, error: invalid } = settingsBody.safeParse(object)
  return invalid ? { kind: 'invalid', problems: problemsOf(invalid) } : { kind: 'valid', settings: data }
}

/** The object that a text holds as JSON, undefined if it holds anything else. */
function objectIn(text: string): object | undefined {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function settingsIn(parsed: Parsed): SiteSettings | null {
  return parsed.kind === 'valid' ? parsed.settings : null
}
