import { LoadingValue } from '../../../../kit/values/LoadingValue.tsx'
import type { Scope } from '../../../../api/scope.ts'
import { VerdictAnnouncement, VerdictBand } from '../../../incidents/VerdictBand.tsx'
import type { Site } from '../../reads.ts'
import type { FoundKeyPage } from '../../use-key-page.ts'
import { worstOfLatest } from './latest-round.ts'
import { checkedParts, clause, SampleLink, stateParts } from './verdict-parts.tsx'

interface Props {
  scope: Scope
  site: Site
  keyPage: FoundKeyPage
}

/** What the latest samples say, for a service that doesn't report incidents. */
export function BySamples({ scope, site, keyPage }: Props) {
  const worst = worstOfLatest(keyPage.latest.data?.rows ?? [])
  const type = worst?.sample_type ?? -1
  const issue = worst?.issues?.toSorted((a, b) => b.severity - a.severity)[0]
  const isTrouble = type > 1 && site.optimizer !== 'maintenance'
  const isLoading = !worst && (keyPage.searching || keyPage.latest.isFetching)
  const title = !worst
    ? 'No check so far'
    : issue
      ? `Latest check: ${clause(issue.message)}`
      : type === 0
        ? 'Latest check: no issues'
        : 'Latest check'
  return (
    <>
      <VerdictBand
        severity={isTrouble ? type : type === 0 ? 0 : undefined}
        title={isLoading ? <LoadingValue /> : title}
        parts={[
          ...stateParts({ scope, site }),
          ...(worst?.location ? [worst.location] : []),
          ...checkedParts({ scope, site, keyPage }),
          'this service doesn’t report incidents',
        ]}
        links={<SampleLink scope={scope} found={keyPage} sample={worst} />}
      />
      <VerdictAnnouncement text={isLoading ? '' : title} />
    </>
  )
}
