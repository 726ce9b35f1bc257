import type { Filter, FilterMatch } from '../../../../contract/index.ts'

export function isRegex({ operator }: FilterMatch): boolean {
  return operator === 'REGEX'
}

/** What is wrong with the regular expressions of a filter, by path. Nothing where their engine can't be loaded. */
export async function regexProblemsOf({ match }: Filter): Promise<Readonly<Record<string, string>>> {
  try {
    const { regexProblem } = await import('../../../../contract/regex-problem.ts')
    const problems = match.map(
      (one, i) => [`match.${i}.condition`, isRegex(one) && regexProblem(one.condition)] as const,
    )
    return Object.fromEntries(problems.flatMap(([path, problem]) => (problem ? [[path, problem]] : [])))
  } catch {
    // the service checks them when the settings are saved
    return {}
  }
}
