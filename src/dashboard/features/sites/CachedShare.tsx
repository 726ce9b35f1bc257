import { isOptimizerState, visitorHandling } from '../../../contract/index.ts'
import { percent } from '../../kit/format/format.ts'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { ShareBar } from './ShareBar.tsx'
import { useSiteState, type OfSite } from './use-site-state.ts'

interface Props extends OfSite {
  /** 0 to 1; null if no requests were counted. */
  share: number | null
  /** Why there is no share. */
  why: string
  /** In words, below the requests, instead of a bar. Nothing where there is no share. */
  isShort?: boolean
}

/** The share of a site's requests that came from the cache. None in a state in which nothing does. */
export function CachedShare({ share, why, isShort = false, ...ofSite }: Props) {
  const { state } = useSiteState(ofSite)
  const isCached = !isOptimizerState(state) || visitorHandling[state].own.does === 'optimize'
  if (share === null || !isCached) {
    return isShort ? null : <EmptyCell why={isCached ? why : `nothing comes from the cache in the state “${state}”`} />
  }
  return isShort ? `${percent(Math.max(0, share))} cached` : <ShareBar share={Math.max(0, share)} />
}
