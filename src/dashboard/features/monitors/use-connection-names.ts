import { useQuery } from '@tanstack/react-query'
import { connectivityWords } from './connectivity.ts'
import { capabilitiesOf } from './reads.ts'
import { useScope } from '../../api/scope.ts'

const staleMs = 5 * 60_000

/** Maps a connection in words to the service's name for it, such as `4G`, or to the words if it has none. */
export function useConnectionNames(): (words: string) => string {
  const { data } = useQuery({ ...capabilitiesOf(useScope()), staleTime: staleMs, retry: false })
  const names = new Map(data?.connectivities.map((line) => [connectivityWords(line), line.name]))
  return (words) => names.get(words) ?? words
}
