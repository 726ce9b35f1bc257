import { joinWithAnd, type matchCache, type ReadOf } from '../../../contract/index.ts'
import { fullNumber, plural } from '../../kit/format/format.ts'

type Match = ReadOf<typeof matchCache>

const maxExamples = 3
const maxNodes = 6

/** How many of the stored addresses a purge would remove, node by node where they differ. */
export function matchInWords({ nodes }: Match): string {
  if (nodes.length === 0) return 'No edge node is running, so nothing is stored.'
  const answered = nodes.flatMap(({ location, answer }) => (answer ? [{ location, ...answer }] : []))
  const silent = nodes.flatMap(({ location, answer }) => (answer ? [] : [location]))
  const hasNginx = nodes.some(({ form, answer }) => form === 'nginx' && answer)
  return [
    answered.length > 0 && countsInWords(answered),
    silent.length > 0 && `No answer from ${joinWithAnd([...new Set(silent)])}.`,
    hasNginx && 'What only nginx has stored isn’t counted, but is purged.',
  ]
    .filter(Boolean)
    .join(' ')
}

type Answered = NonNullable<Match['nodes'][number]['answer']> & { readonly location: string }

function countsInWords(nodes: readonly Answered[]): string {
  const examples = [...new Set(nodes.flatMap((node) => node.examples))].slice(0, maxExamples)
  const such = examples.length > 0 ? `, such as ${examples.join(', ')}` : ''
  const [first] = nodes
  if (!first) return ''
  const { matched, held } = first
  if (nodes.every((node) => node.held === 0)) return 'Nothing is stored now.'
  if (nodes.every((node) => node.matched === matched && node.held === held)) {
    const count = matched === 0 ? 'none' : fullNumber(matched)
    const where = nodes.length === 1 ? '' : ` on each of ${plural(nodes.length, 'node')}`
    return `Matches ${count} of ${plural(held, 'stored address', 'stored addresses')}${where}${such}.`
  }
  const counts = nodes.map((node) => `${node.location} ${fullNumber(node.matched)} of ${fullNumber(node.held)}`)
  const more = counts.length > maxNodes ? ` · and ${fullNumber(counts.length - maxNodes)} more` : ''
  const matching = nodes.filter((node) => node.matched > 0).length
  const where = `${fullNumber(matching)} of ${plural(nodes.length, 'node')}`
  return `Matches stored addresses on ${where}${such}: ${counts.slice(0, maxNodes).join(' · ')}${more}.`
}
