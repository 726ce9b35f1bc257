import { useQuery } from '@tanstack/react-query'
import { edgeNodesOf } from '../../../../api/edge-nodes.ts'
import type { Scope } from '../../../../api/scope.ts'
import { ErrorState } from '../../../../components/ErrorState.tsx'
import { NoVerdict, Verdict } from '../../../../components/Mark.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { Time } from '../../../../components/Time.tsx'
import { refreshMs } from '../refresh-intervals.ts'
import classes from './cache.module.css'

/** The edge nodes, all of which serve the site, and how they are. */
export function NodesPanel({ scope }: { scope: Scope }) {
  const { data, error, refetch, isPending } = useQuery({ ...edgeNodesOf(scope), refetchInterval: refreshMs })
  const nodes = data?.nodes ?? []
  return (
    <Panel title="Edge nodes">
      {error ? (
        <ErrorState error={error} title="Couldn’t load the edge nodes." onRetry={() => void refetch()} />
      ) : isPending ? (
        <p role="status">Loading…</p>
      ) : data === null ? (
        <p className={classes.hint}>This service doesn’t say how its nodes are.</p>
      ) : nodes.length === 0 ? (
        <p className={classes.hint}>No edge node is running.</p>
      ) : (
        <>
          <p className={classes.hint}>Each of them serves this site and has a cache of its own.</p>
          <ul className={classes.history}>
            {nodes.map((node) => (
              <li key={node.id}>
                <span>{node.location}</span>
                <Health health={node.health} seenAt={node.seen_at} caughtUpAt={node.caught_up_at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

interface HealthProps {
  health: unknown
  seenAt: string | undefined
  caughtUpAt: string | null | undefined
}

function Health({ health, seenAt, caughtUpAt }: HealthProps) {
  switch (health) {
    case 'up':
      return <Verdict severity="ok">Up, all purges done</Verdict>
    case 'behind':
      return (
        <Verdict severity="warning">
          <span>
            Behind: knows no purge or change since <Time at={caughtUpAt ?? null} never="its start" withoutZone />
          </span>
        </Verdict>
      )
    case 'away':
      return (
        <Verdict severity="warning">
          <span>
            Away since <Time at={seenAt ?? null} withoutZone />. It carries out the purges when it’s back.
          </span>
        </Verdict>
      )
    default:
      return <NoVerdict>{typeof health === 'string' ? health : 'not reported'}</NoVerdict>
  }
}
