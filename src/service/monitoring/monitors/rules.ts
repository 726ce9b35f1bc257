import {
  type Browser,
  type Connectivity,
  type DeviceName,
  httpUrl,
  defaultInterval,
  type MonitorBody,
} from '../../../contract/index.ts'

type Kind = 'monitor' | 'test'

/** A creation body with defaults filled in, as it is stored and read back. The secrets in it are stored separately. */
export interface MonitorSpec {
  readonly template_type: string
  readonly constants: {
    readonly url: string
    readonly protocol: string
    /** The value of a secret header is null. */
    readonly http_headers: { name: string; value: string | null }[] | null
    readonly auth: string | null
    readonly http_method?: string
    readonly http_body?: string | null
    readonly screenshots?: boolean
    readonly browser_cache?: 'EMPTY' | 'EMPTY_AND_FULL'
    /** Left out before there was a choice. */
    readonly device?: DeviceName
  }
  readonly variables: {
    readonly locations: string[]
    readonly connectivities: Connectivity[]
    readonly browsers?: Browser[]
  }
  readonly timing: {
    readonly interval: number | null
    readonly policy: string
    readonly duration: number | null
    readonly run_times: number | null
  }
}

/** The specification that a monitor's row holds. */
export function readSpec({ spec }: { readonly spec: string }): MonitorSpec {
  return JSON.parse(spec) as MonitorSpec
}

interface Capabilities {
  readonly locations: readonly { readonly name: string }[]
  readonly browsers: readonly Browser[]
}

/** The body with its defaults, or the fields that ask for something that isn't on offer. */
export function specOf(
  body: MonitorBody,
  kind: Kind,
  offer: Capabilities,
): { spec: MonitorSpec } | { fields: Record<string, string> } {
  const page = body.type === 'WEBPAGE'
  const locations = unique(body.variables?.locations ?? [])
  const browsers = page ? (body.variables?.browsers ?? []) : []
  const fields = { ...unknownLocations(locations, offer), ...unknownBrowsers(browsers, offer) }
  if (Object.keys(fields).length > 0) return { fields }

  const { constants, timing } = body
  const shared = {
    url: constants.url,
    protocol: (httpUrl(constants.url)?.protocol ?? 'http:').slice(0, -1).toUpperCase(),
    http_headers: constants.http_headers ?? null,
    auth: constants.auth || null,
  }
  const length = timing?.duration ?? body.duration?.length ?? null
  return {
    spec: {
      template_type: body.template_type,
      constants: page
        ? {
            ...shared,
            screenshots: constants.screenshots ?? body.screen_capture ?? false,
            browser_cache: constants.browser_cache ?? 'EMPTY',
            device: constants.device ?? 'DESKTOP',
          }
        : { ...shared, http_method: constants.http_method ?? 'GET', http_body: constants.http_body ?? null },
      variables: {
        locations: locations.length > 0 ? locations : offer.locations.slice(0, 1).map(({ name }) => name),
        connectivities: body.variables?.connectivities ?? [],
        ...(page ? { browsers: browsers.length > 0 ? browsers : offer.browsers.slice(0, 1) } : {}),
      },
      timing: {
        interval: timing?.interval ?? (kind === 'test' ? null : defaultInterval),
        policy: timing?.policy ?? body.duration?.policy ?? 'PARALLEL',
        duration: length,
        run_times: timing?.run_times ?? null,
      },
    },
  }
}

function unknownLocations(wanted: readonly string[], { locations }: Capabilities): Record<string, string> {
  const names = locations.map(({ name }) => name)
  const unknown = wanted.filter((name) => !names.includes(name))
  return unknown.length > 0 ? { 'variables.locations': `must be one of ${names.join(', ')}` } : {}
}

function unknownBrowsers(wanted: readonly Browser[], { browsers }: Capabilities): Record<string, string> {
  const same = (a: Browser, b: Browser) => a.name.toLowerCase() === b.name.toLowerCase() && a.version === b.version
  if (wanted.every((browser) => browsers.some((known) => same(browser, known)))) return {}
  const names = browsers.map(({ name, version }) => `${name} ${version}`).join(', ')
  return { 'variables.browsers': names ? `must be one of ${names}` : "aren't available: no runner has a browser" }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

/** What a single check measures: one combination of connectivity and browser. */
export interface Variant {
  readonly connectivity: Connectivity | null
  readonly browser: Browser | null
}

/** Every combination of connectivity and browser; `checks.variant` is a position in this list. Without a connectivity, there is no throttling. */
export function variantsOf({ variables }: MonitorSpec): Variant[] {
  const connectivities = variables.connectivities.length > 0 ? variables.connectivities : [null]
  const browsers = variables.browsers && variables.browsers.length > 0 ? variables.browsers : [null]
  return connectivities.flatMap((connectivity) => browsers.map((browser) => ({ connectivity, browser })))
}

/** How many rounds a test has, null for no limit, and when it ends at the latest (UNIX ms). */
export function testPlan({ timing }: MonitorSpec, now: number): { rounds: number | null; endsAt: number | null } {
  const endsAt = timing.duration === null ? null : now + timing.duration * 60_000
  return { rounds: timing.run_times ?? (endsAt === null ? 1 : null), endsAt }
}
