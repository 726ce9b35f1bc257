import type { IncidentKind } from '../contract/incidents.ts'
import type { Unchecked } from '../contract/verdict.ts'

/** What is wrong with a host, by the kind of its incident. */
const kindNames: Readonly<Record<IncidentKind, string>> = {
  down: 'Down',
  resources: 'Broken resources',
  slow: 'Slow',
  certificate: 'Certificate',
  dns: 'DNS points elsewhere',
  origin: 'Origin errors',
}

/** Who reads what is wrong: a partner looks after the servers of others. */
export type Reader = 'partner' | 'holder'

/** What the server behind a site is called. */
export function serverOf(reader: Reader): 'your server' | 'the origin' {
  return reader === 'holder' ? 'your server' : 'the origin'
}

/** An unknown kind is shown as received. */
export function kindName(kind: string, reader: Reader): string {
  if (kind === 'origin' && reader === 'holder') return 'Server errors'
  return new Map<string, string>(Object.entries(kindNames)).get(kind) ?? kind
}

/** What an incident is called everywhere: a host that only some monitors or locations see down is partly down. */
export function incidentName(
  { kind, partly }: { readonly kind: string; readonly partly: boolean },
  reader: Reader,
): string {
  return kind === 'down' && partly ? 'Partly down' : kindName(kind, reader)
}

/** What a site is called while it isn't known whether it is healthy. */
const uncheckedNames: Readonly<Record<Unchecked, string>> = {
  'not monitored': 'Home page not monitored',
  never: 'Not checked yet',
  'not since live': 'Live, not checked yet',
}

interface Verdict {
  readonly trouble: string
  readonly state: string
  readonly kind: string | null
  readonly cause: string | null
  readonly partly: boolean
  /** Of a site without trouble; undefined where the service doesn't say. */
  readonly unchecked?: Unchecked | undefined
}

/** What is wrong, and why: `Partly down` and `HTTP 503`. The cause leaves out what the other says already. */
export function verdictParts(
  { trouble, state, kind, cause, partly, unchecked }: Verdict,
  reader: Reader,
): { readonly what: string; readonly why: string | undefined } {
  if (kind !== null)
    return {
      what: incidentName({ kind, partly }, reader),
      why: (kind === 'dns' ? cause?.replace(/^CNAME points to /, 'CNAME ') : cause) || undefined,
    }
  const what = () => {
    if (trouble === 'maintenance') return 'Maintenance'
    if (trouble === 'off' || (trouble === 'idle' && state === 'off')) return 'Off'
    if (trouble === 'idle') return 'Not live yet'
    if (trouble !== 'healthy' && trouble !== 'unchecked') return trouble
    if (unchecked) return uncheckedNames[unchecked]
    return trouble === 'healthy' ? 'Healthy' : uncheckedNames.never
  }
  return { what: what(), why: undefined }
}

/** A verdict in words: `Partly down · HTTP 503`. */
export function verdictInWords(verdict: Verdict, reader: Reader): string {
  const { what, why } = verdictParts(verdict, reader)
  return why === undefined ? what : `${what} · ${why}`
}
