import type { Monitor } from '../../../../contract/index.ts'
import type { SourceSelection } from '../explorer-state.ts'
import type { Source } from './sources.ts'

/**
 * The selected sources' records as far as they are selected: with the selected locations only, and one location at most if
 * the samples are filtered by one data center. A source that hasn't been read has its ID only.
 */
export function splitSources(
  selected: readonly SourceSelection[],
  loaded: ReadonlyMap<string, Source>,
  dataCenters: readonly string[],
): readonly Monitor[] {
  return selected.map(({ id, locations: chosen }) => {
    const record = loaded.get(id)?.record ?? { raw: null }
    const locations = chosen.length > 0 ? [...chosen] : (record.variables?.locations ?? [])
    return {
      ...record,
      id,
      variables: { ...record.variables, locations: dataCenters.length === 1 ? locations.slice(0, 1) : locations },
    }
  })
}
