import { isOptimizerState, type lookIntoCache, type OptimizerState, visitorHandling } from '../../../contract/index.ts'
import { reasonInWords } from '../../../words/explanation.ts'
import type { NotKept, ReadOf, StoredVariant } from '../../../contract/index.ts'
import { plural } from '../../kit/format/format.ts'
import { span } from '../../kit/format/time.ts'

export type Lookup = ReadOf<typeof lookIntoCache>
export type LookupNode = Lookup['nodes'][number]

/** What an address typed for a look asks for: a path is on the site. */
export function asAddress(typed: string): string {
  const text = typed.trim()
  return text === '' || text.startsWith('/') || /^https?:\/\//i.test(text) ? text : `https://${text}`
}

/** Whether an address is a path or on the site's host, with or without its port. */
export function isOnHost(address: string, host: string): boolean {
  if (address.startsWith('/') && !address.startsWith('//')) return true
  const url = URL.parse(address, `https://${host}`)
  return url !== null && [host, host.replace(/:\d+$/, '')].some((own) => own === url.host || own === url.hostname)
}

/** One row for each variant that a node has stored, or one that says what it has instead. */
export interface LookupRow {
  readonly key: string
  readonly node: LookupNode
  readonly variant: StoredVariant | undefined
}

export function rowsOf({ nodes }: Lookup): readonly LookupRow[] {
  return nodes.flatMap((node): LookupRow[] => {
    const { id, answer } = node
    const variants = answer?.held ? answer.variants : []
    if (variants.length === 0) return [{ key: id, node, variant: undefined }]
    return variants.map((variant, i) => ({ key: `${id} ${i}`, node, variant }))
  })
}

/** The whole look in a sentence. */
export function lookupInWords({ nodes }: Lookup): string {
  if (nodes.length === 0) return 'No edge node is running, so nothing is stored.'
  const answered = nodes.filter(({ answer }) => answer !== null)
  const silent = nodes.length - answered.length
  const holding = answered.filter(({ answer }) => answer?.held).length
  const kept = answered.length === 0 ? '' : `${storedOn(holding, answered.length, silent)}. `
  const missing = silent === 0 ? '' : `${plural(silent, 'edge node')} didn’t answer.`
  return `${kept}${missing}`.trim()
}

function storedOn(holding: number, answered: number, silent: number): string {
  if (answered > 1)
    return holding === 0
      ? `Not stored on any of ${plural(answered, 'edge node')}`
      : `Stored on ${holding} of ${plural(answered, 'edge node')}`
  return `${holding === 0 ? 'Not stored' : 'Stored'} on the edge node${silent === 0 ? '' : ' that answered'}`
}

/** How bad it is that a node has nothing stored; undefined where that is as it should be. */
export function severityOfMissing({ answer }: LookupNode): 'warning' | 'error' | undefined {
  if (!answer) return 'error'
  return answer.not_kept && answer.not_kept.reason !== 'settings' ? 'warning' : undefined
}

/** Why a node has nothing stored. */
export function whyMissing({ answer }: LookupNode): string {
  if (!answer) return 'It didn’t answer in time. It may have stopped.'
  if (!answer.not_kept) return 'Not stored: nobody has asked this node for it lately, or it was removed since.'
  return whyNotKept(answer.not_kept)
}

export function whyNotKept(notKept: NotKept): string {
  if (notKept.reason === 'settings') return 'Not stored, because the settings leave it out.'
  if (notKept.reason === 'unknown site') return 'Not stored: this node doesn’t know the site yet.'
  const status = notKept.status === null ? '' : ` (${notKept.status})`
  return `Not stored. The last answer${status} wasn’t kept, because ${reasonInWords(notKept.reason)}.`
}

/** Why a site's state leaves nothing to look at, undefined where the edge stores its pages. */
export function whyNothingStored(state: unknown): string | undefined {
  if (state === null) return 'The host is a placeholder, so nothing is stored.'
  if (!isOptimizerState(state)) return undefined
  const { own, preview } = visitorHandling[state]
  if (own.does === 'optimize' || preview.does === 'optimize') return undefined
  const { is, canResume } = storesNothing.get(state) ?? { is: `the optimizer is ${state}`, canResume: false }
  return `The edge stores nothing, because ${is}.${canResume ? ' Resume it first.' : ''}`
}

const storesNothing: ReadonlyMap<OptimizerState, { readonly is: string; readonly canResume: boolean }> = new Map([
  ['bypass', { is: 'the optimizer is bypassed', canResume: true }],
  ['transparent', { is: 'the optimizer is transparent', canResume: true }],
  ['maintenance', { is: 'the site is in maintenance', canResume: true }],
  ['proxy only', { is: 'the service has paused the optimizer', canResume: true }],
])

/** How old a stored response is, or how long it stays fresh, for people: `59 s`, `2 min`. */
export function seconds(count: number): string {
  return span(count * 1000)
}

/** For whom a stored response is: `For visitors over https, with the language de`. */
export function visitorsInWords({ scheme, anonymous_only: isAnonymous, vary }: StoredVariant): string {
  const how = [
    ...(scheme ? [`over ${scheme}`] : []),
    ...(isAnonymous ? ['without a session'] : []),
    ...vary.map(({ name, value }) => headerInWords(name.toLowerCase(), value)),
  ]
  const who = isAnonymous || vary.length > 0 ? 'visitors' : 'every visitor'
  return `For ${who}${how.length > 0 ? ` ${how.join(', ')}` : ''}`
}

/** @param value null where the header was missing, or is secret */
function headerInWords(name: string, value: string | null): string {
  switch (name) {
    case 'accept-encoding':
      return value === null ? 'who take nothing compressed' : `who take ${value}`
    case 'accept-language':
      return value === null ? 'who name no language' : `with the language ${value}`
    case 'accept':
      return value === null ? 'who name no file type' : `who take ${value}`
    default: {
      const shown = name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
      return value === null ? `told apart by ${shown}` : `with ${shown} ${value}`
    }
  }
}

const codingLabels: ReadonlyMap<string, string> = new Map([
  ['identity', 'uncompressed'],
  ['br', 'Brotli'],
  ['zstd', 'Zstandard'],
])

/** In which forms a response is stored: `Brotli, gzip, uncompressed`. */
export function formsInWords({ content_codings: codings }: StoredVariant): string {
  return codings.map((coding) => codingLabels.get(coding) ?? coding).join(', ')
}

interface NodeInForm {
  readonly form?: 'embedded' | 'nginx' | null | undefined
  readonly held?: boolean | null | undefined
}

/** What nodes with nginx in front don't see of themselves, undefined where none of them says that it has nothing. */
export function nginxCaveat(nodes: readonly NodeInForm[]): string | undefined {
  return nodes.some(({ form, held }) => form === 'nginx' && held === false)
    ? 'A node with nginx in front reports only its own memory. nginx may still have an address that reads as not stored here. A purge removes both.'
    : undefined
}
