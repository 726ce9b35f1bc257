import type { Selectable } from 'kysely'
import type { readFigures, ReplyOf, SiteFigures } from '../../contract/index.ts'
// not the whole contract: reader threads load this
import { figureDays } from '../../contract/time-states.ts'
import { isIdle } from '../../contract/verdict.ts'
import type { ReadableDatabase, Schema } from '../database/index.ts'
import { homePageColumns, homePageRecord } from './home-page-checks.ts'
import { dayMs, dayOf, keptDays, latestDays, type SiteDay } from './site-days.ts'
import { shareOf, timeStateOf, totalOf } from './time-state.ts'
import { type Counted, readTraffic, spared, sumOf } from './traffic-of-account.ts'
import { troubleCounts } from './trouble-counts.ts'

interface Input {
  readonly accountId: string
  /** Only these sites. */
  readonly siteIds: readonly string[] | undefined
  readonly now: number
}

/** What the sites of an account achieved in the last 30 days, from what is kept of each day. */
export async function accountFigures(
  database: ReadableDatabase,
  input: Input,
): Promise<ReplyOf<typeof readFigures.user>> {
  const today = dayOf(input.now)
  const first = today - figureDays + 1
  const monthFrom = dayOf(monthOf(input.now))
  const kept = await statusOf(database, input)
  const siteIds = kept.map(({ site_id }) => site_id)
  const wanted = { siteIds, now: input.now, first, firstBefore: today - keptDays + 1, monthFrom }
  const traffic = await readTraffic(database, wanted)
  const daysOf = kept.map(({ days }) => latestDays(days, today))
  const savedFrom = (added: readonly number[]) => dateOf(Math.max(monthFrom, dayOf(Math.min(...added))))
  const figures = kept.map(({ site_id, measured_at, created_at, ...checks }, i): SiteFigures => {
    const days = daysOf[i] ?? []
    const ofSite = traffic.bySite.get(site_id)
    return {
      id: site_id,
      ...timesOf(days.slice(-figureDays).map((one) => (one ? [one] : []))),
      ...lcpOf(days.map((one) => one?.lcp ?? null)),
      ...requestsOf(ofSite?.recent, ofSite?.month),
      added_at: new Date(created_at).toISOString(),
      saved_from: savedFrom([created_at]),
      ...homePageRecord(checks),
      measured_at: measured_at === 0 ? null : new Date(measured_at).toISOString(),
    }
  })
  const recent = traffic.days.filter(({ day }) => day >= first)
  const month = traffic.days.filter(({ day }) => day >= monthFrom)
  const before = traffic.days.filter(({ day }) => day < first)
  const requestsBefore = traffic.begunBefore.service + sumOf(before).service - traffic.begun.service
  const shown = Array.from({ length: figureDays }, (_, i) => keptDays - figureDays + i)
  return {
    from: dateOf(first),
    month_from: dateOf(monthFrom),
    counts: countsOf(kept),
    ...timesOf(shown.map((i) => daysOf.flatMap((days) => days[i] ?? []))),
    failed_sites: figures.filter(({ failed_ms }) => failed_ms > 0).length,
    // a site that visitors don't reach says nothing about what they get
    ...lcpOfSites(input.siteIds?.length === 1 ? figures : figures.filter((_, i) => !isIdle(kept[i]?.state))),
    ...requestsOf(sumOf([...recent, traffic.begun]), sumOf(month)),
    added_at: kept.length === 0 ? null : new Date(Math.min(...kept.map(({ created_at }) => created_at))).toISOString(),
    saved_from: savedFrom([input.now, ...kept.map(({ created_at }) => created_at)]),
    requests_before: requestsBefore > 0 ? requestsBefore : null,
    requests_days: daysFrom(first, today).map((day) => sumOf(recent.filter((one) => one.day === day)).service),
    saved_days: daysFrom(monthFrom, today).map((day) => {
      const { service, origin } = sumOf(month.filter((one) => one.day === day))
      return spared(service, origin) ?? 0
    }),
    sites: figures,
  }
}

type Status = Pick<Selectable<Schema['site_status']>, 'trouble'>

function statusOf({ db }: ReadableDatabase, { accountId, siteIds }: Input) {
  const all = db
    .selectFrom('site_status')
    .innerJoin('sites', 'sites.id', 'site_status.site_id')
    .select(['site_id', 'site_status.state', 'sites.created_at', 'trouble', 'days', 'measured_at'])
    .select(homePageColumns)
    .where('site_status.account_id', '=', accountId)
  return (siteIds === undefined ? all : all.where('site_id', 'in', siteIds)).execute()
}

/** When the month of a moment began in UTC, UNIX ms. */
function monthOf(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

const daysFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

function countsOf(sites: readonly Status[]) {
  return troubleCounts((wanted) => sites.filter(({ trouble }) => trouble === wanted).length)
}

/** How the time of some sites was, by what each day has of them. */
function timesOf(byDay: readonly (readonly SiteDay[])[]) {
  const totals = byDay.map((days) => totalOf(days))
  const total = totalOf(totals)
  return {
    availability: shareOf(total),
    failed_ms: total.failed,
    availability_days: byDay.map((days, i) =>
      timeStateOf(
        totals[i] ?? { measured: 0, failed: 0 },
        days.some(({ isSlow }) => isSlow),
      ),
    ),
  }
}

/** @param days all that are kept */
function lcpOf(days: readonly (number | null)[]) {
  const shown = days.slice(-figureDays)
  return { lcp_p75: medianOf(shown), lcp_p75_before: medianOf(days.slice(0, -figureDays)), lcp_days: shown }
}

/** Those of the median site; a day's, too. @param sites what counts */
function lcpOfSites(sites: readonly SiteFigures[]) {
  // other sites would look like another speed
  const measured = sites.filter(({ lcp_p75 }) => lcp_p75 !== null)
  const inBoth = measured.filter((site) => site.lcp_p75_before !== null)
  return {
    lcp_p75: medianOf(measured.map(({ lcp_p75 }) => lcp_p75)),
    lcp_sites: measured.length,
    lcp_sites_compared: inBoth.length,
    lcp_p75_before: medianOf(inBoth.map(({ lcp_p75_before }) => lcp_p75_before)),
    lcp_p75_compared: medianOf(inBoth.map(({ lcp_p75 }) => lcp_p75)),
    lcp_days: Array.from({ length: figureDays }, (_, i) =>
      medianOf(measured.map(({ lcp_days }) => lcp_days[i] ?? null)),
    ),
  }
}

/** Of those that were measured, rounded; null without any. */
function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  const [below, above] = [known[Math.floor((known.length - 1) / 2)], known[Math.floor(known.length / 2)]]
  return below === undefined || above === undefined ? null : Math.round((below + above) / 2)
}

function requestsOf(recent: Counted | undefined, month: Counted | undefined) {
  const service = recent?.service ?? 0
  return {
    // none at all says nothing: visitors may not pass through the edge
    requests: service === 0 ? null : service,
    offload: recent === undefined || service === 0 ? null : 1 - recent.origin / service,
    saved_requests: month?.service ? spared(month.service, month.origin) : null,
    saved_bytes: month?.service ? spared(month.serviceBytes, month.originBytes) : null,
  }
}
