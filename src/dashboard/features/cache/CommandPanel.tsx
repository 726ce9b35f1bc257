import { maxPurgeItems, provePurge, purgeCache, urlOf } from '../../../contract/index.ts'
import { curlOf, shellQuoted } from '../../api/curl.ts'
import { useWho } from '../../api/scope.ts'
import { CodeBlock } from '../../kit/values/CodeBlock.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import classes from './cache.module.css'
import { type ProofPlace, useProof } from './proof.ts'
import { itemOf } from './purge-rows.ts'

interface Props {
  place: ProofPlace
  host: string
}

/** The latest purge as a command, and one with which anyone can check what visitors get. */
export function CommandPanel({ place, host }: Props) {
  const { baseUrl } = useWho()
  const { data: proof } = useProof(place)
  const addresses = (proof?.addresses ?? []).slice(0, maxPurgeItems)
  const items = addresses.map(({ path, item }) => item ?? itemOf({ domain: '', path }))
  const path = addresses.find(({ item }) => item === undefined)?.path ?? '/'
  const operation = proof === null ? purgeCache : provePurge
  const purge = curlOf({
    method: 'POST',
    url: new URL(baseUrl, location.href).href + urlOf(operation, { path: { site_id: place.siteId } }),
    body: JSON.stringify(items.length > 0 ? items : [itemOf({ domain: '', path })]),
  })
  const url = shellQuoted(`https://${host}${path}`)
  return (
    <Panel title="From the command line">
      <p className={classes.hint}>Purge from your deploy script.</p>
      <CodeBlock text={purge} what="purge command" />
      <p className={classes.hint}>
        See the cache status, and {proof === null ? 'a hash of the content' : 'the same hash as in a proof'}.
      </p>
      <CodeBlock
        text={`curl -sI ${url} | grep -i cache-status\ncurl -s --compressed ${url} | sha256sum`}
        what="check command"
      />
    </Panel>
  )
}
