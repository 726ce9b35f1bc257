import { isActionName, settingsActions, type Filter, type SiteSettings } from '../../../contract/index.ts'
import { actionRows } from './exceptions.ts'
import { actionRule, otherRules, phrase, type Rule } from './rules-in-words.ts'

/** What a filter has beside what its sentence says: `comment by Ada`. Empty if there is nothing. */
export function unknownOfFilter({ direction: _direction, match, ...others }: Filter): string {
  const ofMatches = match.map(
    ({ name: _name, operator: _operator, condition: _condition, header_name: _header, ...more }) => phrase(more),
  )
  return [...ofMatches, phrase(others)].filter(Boolean).join(', ')
}

/** The settings that no form shows, in words: unknown actions, unknown fields of known ones, and all else. */
export function unknownSettings(settings: SiteSettings): readonly Rule[] {
  const { defaultActions, revision: _, resourceRules: _resources, documentRules: _documents, ...others } = settings
  const { filters: _filters, resourceActions: _r, documentActions: _d, ...otherLists } = defaultActions
  const ofActions = actionRows(settings).flatMap(({ action, label, entry }) => {
    if (!isActionName(action)) return [actionRule(action, entry)]
    const known = new Set(['_id', 'enabled', 'filters', ...Object.keys(settingsActions[action].options)])
    const unknown = phrase(Object.fromEntries(Object.entries(entry).filter(([name]) => !known.has(name))))
    return unknown ? [{ text: `${label}: ${unknown}.`, enabled: true }] : []
  })
  return [...ofActions, ...otherRules({ ...otherLists, ...others })]
}
