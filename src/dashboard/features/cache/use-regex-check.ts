import { useQuery } from '@tanstack/react-query'
import type { RegexCheck } from './purge-rows.ts'

/** Checks regular expressions once the engine has loaded. Where it can't be loaded, the service checks them. */
export function useRegexCheck(isNeeded: boolean): RegexCheck | undefined {
  const { data } = useQuery({
    queryKey: ['regular expressions'],
    queryFn: async () => (await import('../../../contract/regex-problem.ts')).regexProblem,
    enabled: isNeeded,
    staleTime: Infinity,
    retry: false,
  })
  return data
}
