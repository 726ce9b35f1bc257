import { useQuery } from '@tanstack/react-query'
import type { listEdgeNodes, ReadOf } from '../../../contract/index.ts'
import { edgeNodesOf } from './edge-nodes.ts'
import type { Scope } from '../../api/scope.ts'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { refreshMs } from '../sites/refresh-intervals.ts'
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
        <p className={classes.hint}>This service doesn’t report its edge nodes.</p>
      ) : nodes.length === 0 ? (
        <p className={classes.hint}>No edge node is running.</p>
      ) : (
        <>
          <p className={classes.hint}>
            Each node serves this site from its own cache. A node that was away carries out every purge it missed before
            it uses its cache again.
          </p>
          <ul className={classes.history}>
            {nodes.map((node) => (
              <li key={node.id}>
                <Health {...node} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

type Node = NonNullable<ReadOf<typeof listEdgeNodes.user>['nodes']>[number]

function Health({ location, health, seen_at: seenAt, caught_up_at: caughtUpAt }: Node) {
  switch (health) {
    case 'up':
      return <Verdict severity="ok">{location}: up, every purge is done</Verdict>
    case 'behind':
      return (
        <Verdict severity="warning">
          <span>
            {location}: behind, missing purges and changes since{' '}
            <Time at={caughtUpAt ?? null} never="its start" withoutZone />
          </span>
        </Verdict>
      )
    case 'away':
      return (
        <Verdict severity="warning">
          <span>
            {location}: away since <Time at={seenAt ?? null} withoutZone />
          </span>
        </Verdict>
      )
    default:
      return (
        <NoVerdict>
          {location}: {typeof health === 'string' ? health : 'not reported'}
        </NoVerdict>
      )
  }
}
