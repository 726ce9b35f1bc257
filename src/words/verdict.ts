import type { IncidentKind } from '../contract/incidents.ts'

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

/** A verdict in words: `Partly down · HTTP 503`. */
export function verdictInWords(
  verdict: {
    readonly trouble: string
    readonly state: string
    readonly kind: string | null
    readonly cause: string | null
    readonly partly: boolean
  },
  reader: Reader,
): string {
  const { trouble, state, kind, cause, partly } = verdict
  if (kind === null) {
    if (trouble === 'maintenance') return 'Maintenance'
    if (trouble === 'idle') return state === 'off' ? 'Off' : 'Not live yet'
    return trouble === 'healthy' ? 'Healthy' : trouble
  }
  const what = kind === 'down' && partly ? 'Partly down' : kindName(kind, reader)
  return cause ? `${what} · ${cause}` : what
}
