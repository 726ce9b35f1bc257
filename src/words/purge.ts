import { type PurgeItem, typeOfItem } from '../contract/cache.ts'

const typeNames = { css: 'CSS', js: 'JavaScript', html: 'everything but CSS and JavaScript' } as const

/** What an item of a purge names, in a few words. */
export function purgeItemText(item: PurgeItem): string {
  const { condition, operator, tag } = item
  const type = typeOfItem(item)
  if (tag) return `tag ${tag}`
  if (!condition) return type ? `all ${typeNames[type]}` : ''
  const named = patternText(condition, operator)
  return type && named !== condition ? `${named} (${typeNames[type]})` : named
}

function patternText(condition: string, operator: PurgeItem['operator']): string {
  switch (operator) {
    case 'PREFIX':
      return `${condition}*`
    case 'CONTAIN':
      return `*${condition}*`
    case 'REGEX':
      return `regex ${condition}`
    default:
      return condition
  }
}

/** The address that an item names, null where it may name several. */
export const purgedAddress = ({ condition, operator, tag }: PurgeItem): string | null =>
  condition && !tag && (operator ?? 'EQUALS') === 'EQUALS' ? condition : null
