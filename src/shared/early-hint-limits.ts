import { characters, count, limits } from './limit.ts'

export const earlyHintLimits = limits({
  links: count(16, 'Links kept of a page for early hints'),
  length: characters(4096, 'All of them together'),
})
