import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Scope } from '../../../../api/scope.ts'
import { ActionLink } from '../../../../kit/actions/LinkButton.tsx'
import { IconButton } from '../../../../kit/actions/IconButton.tsx'
import { CloseIcon, ExternalIcon, FlagIcon, GaugeIcon, TuneIcon } from '../../../../kit/marks/icons.tsx'
import { AchievedMark, NoMark } from '../../../../kit/marks/Mark.tsx'
import { VisuallyHidden } from '../../../../kit/layout/VisuallyHidden.tsx'
import { CopyButton } from '../../../../kit/values/CopyValue.tsx'
import { Time } from '../../../../kit/values/Time.tsx'
import { paths } from '../../../../paths.ts'
import { certificateOf } from '../../../certificates/reads.ts'
import { everyInWords } from '../../../monitors/schedule.ts'
import type { Bucket } from '../../../traffic/usage.ts'
import { dnsNameOf } from '../../../../../contract/dns-records.ts'
import { liveMessage } from '../../dns.ts'
import type { Site } from '../../reads.ts'
import { refreshMs } from '../../refresh-intervals.ts'
import { serverWords } from '../../server-words.ts'
import type { FoundKeyPage } from '../../use-key-page.ts'
import { FirstBytes } from './FirstBytes.tsx'
import { firstByteIn, samplesBeside } from './first-bytes.ts'
import { hideLive, isLiveHidden } from './hidden.ts'
import { LivePath } from './LivePath.tsx'
import { liveSteps } from './live-steps.ts'
import classes from './live.module.css'

interface Props {
  scope: Scope
  site: Site
  found: FoundKeyPage
  buckets: readonly Bucket[] | undefined
  /** That somebody is told when the site goes down, or the way to that. */
  alerts: ReactNode
}

/** What was achieved once a site is live, and what to do next. Whoever has seen it can put it away. */
export default function LivePanel({ scope, site, found: { keyPage }, buckets, alerts }: Props) {
  const id = useId()
  const [isHidden, setIsHidden] = useState(() => isLiveHidden(site.id))
  const liveAt = site.state_since ?? undefined
  const { data: certificate } = useQuery(certificateOf(scope, site.id))
  const monitor = keyPage?.id ?? ''
  const isComparable = keyPage !== undefined && liveAt !== undefined
  const before = useQuery({ ...samplesBeside(scope, monitor, 'before', liveAt ?? ''), enabled: isComparable })
  const since = useQuery({
    ...samplesBeside(scope, monitor, 'since', liveAt ?? ''),
    enabled: isComparable,
    refetchInterval: refreshMs,
  })
  if (isHidden) return null
  const isHolder = scope.kind === 'user'
  const hide = () => {
    hideLive(site.id)
    setIsHidden(true)
  }
  return (
    <section className={classes.live} aria-labelledby={id}>
      <div className={classes.hero}>
        <span className={classes.close}>
          <IconButton label="Put away" onClick={hide}>
            <CloseIcon />
          </IconButton>
        </span>
        <LivePath server={serverWords(scope)} />
        <h2 id={id} className={classes.title}>
          {isHolder ? 'Your' : 'The'} site is live
        </h2>
        <p className={classes.told}>Visitors of {dnsNameOf(site.host)} now come through the service.</p>
        <div className={classes.actions}>
          {alerts}
          {isHolder ? (
            <Button
              variant="default"
              component="a"
              href={`http://${site.host}/`}
              target="_blank"
              rel="noreferrer"
              rightSection={<ExternalIcon />}
            >
              Open site
            </Button>
          ) : (
            <CopyButton value={liveMessage(site.host)} what="message to your customer" inWords />
          )}
        </div>
      </div>
      <div className={classes.parts}>
        <ol className={classes.part} aria-label="Progress of the site">
          {liveSteps({ liveAt, certificate, buckets }).map(({ name, isDone, note, at }) => (
            <li key={name} className={classes.step}>
              {isDone ? <AchievedMark size={18} /> : <NoMark size={18} />}
              <span>
                <strong>{name}</strong>
                <VisuallyHidden>{isDone ? ', done' : ''}</VisuallyHidden>
                {note !== undefined && <span className={classes.note}>{note}</span>}
              </span>
              {at != null && (
                <span className={classes.at}>
                  <Time at={at} agoOnly />
                </span>
              )}
            </li>
          ))}
        </ol>
        <FirstBytes before={firstByteIn(before.data?.rows ?? [])} since={firstByteIn(since.data?.rows ?? [])} />
      </div>
      <ul className={classes.next} aria-label="What’s next">
        {keyPage && (
          <Next icon={<GaugeIcon />} title={`Home page checked ${everyInWords(keyPage.timing?.interval ?? 0)}`}>
            <ActionLink to={paths.editMonitor(scope, keyPage.id)}>Set limits</ActionLink>
          </Next>
        )}
        {isHolder && (
          <>
            <Next icon={<FlagIcon />} title="Purge when you deploy">
              <Link to={paths.cache(scope, site.id)}>The command, with proof</Link>
            </Next>
            <Next icon={<TuneIcon />} title="Choose what is optimized">
              <Link to={paths.settings(scope, site.id)}>Settings</Link>
            </Next>
          </>
        )}
      </ul>
    </section>
  )
}

function Next({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      {icon}
      <span>
        <strong>{title}</strong>
        <span className={classes.note}>{children}</span>
      </span>
    </li>
  )
}
