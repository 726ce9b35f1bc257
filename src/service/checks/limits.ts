import { characters, count, limits, time } from '../../shared/limit.ts'

export const checkLimits = limits({
  time: time(30_000, 'An HTTP check, or a view of a page check'),
  chain: count(16, 'Certificates of a server in which its path to a root is looked for'),
  similarIssues: count(10, 'Issues of a sample with the same code; further ones are only counted'),
  issueText: characters(300, "A page's or script's text in an issue; the rest is cut"),
})
