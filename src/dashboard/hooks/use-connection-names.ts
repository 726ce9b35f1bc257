import { useQuery } from '@tanstack/react-query'
import { connectivityWords } from '../format/connectivity.ts'
import { capabilitiesOf } from '../api/monitors.ts'
import { useScope } from '../api/scope.ts'

const freshMs = 5 * 60_000

/** The service's own name of a line that is given in words, such as `4G`; the words where it has none. */
export function useConnectionNames(): (words: string) => string {
  const { data } = useQuery({ ...capabilitiesOf(useScope()), staleTime: freshMs, retry: false })
  const names = new Map(data?.connectivities.map((line) => [connectivityWords(line), line.name]))
  return (words) => names.get(words) ?? words
}
