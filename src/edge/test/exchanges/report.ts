import { valuesOf } from './messages.ts'
import type { Happened } from './model.ts'

/** What one visitor got that isn't right. */
export interface Wrong {
  readonly problem: string
  readonly visit: number
}

/** What happened to a resource, in order, as far as it concerns the first visit that went wrong. */
export function report(wrong: readonly Wrong[], { resource, exchanges, visits }: Happened): string {
  const visit = visits.find(({ id }) => id === wrong[0]?.visit)
  const ids = new Set(valuesOf(visit?.answer?.lines ?? [], 'x-answer').map(Number))
  const address = visit?.visitor.address
  const events = [
    ...[...exchanges.values()]
      .filter(
        (one) =>
          one.address === address || ids.has(one.id) || one.answer.status === 304 || one.request.method !== 'GET',
      )
      .map(({ at, id, request, address: from, answer }) => [
        { at, text: `origin ${id} was asked by ${from}: ${request.method} ${request.target} ${shown(request.lines)}` },
        { at, text: `  answered ${answer.status}, ${answer.framing}, ${answer.ending}: ${shown(answer.lines)}` },
      ]),
    ...visits
      .filter((one) => one.visitor.address === address || one.request.method !== 'GET')
      .map(({ id, visitor, from, to, request, answer }) => [
        {
          at: from,
          text: `visit ${id} by ${visitor.address}: ${request.method} ${request.target} ${shown(request.lines)}`,
        },
        {
          at: to,
          text: `visit ${id} got ${answer?.startLine ?? 'nothing'}${answer?.isWhole === false ? ', broken off' : ''} ${shown(answer?.lines ?? [])}`,
        },
      ]),
  ].flat()
  return [
    ...wrong.map(({ problem, visit: id }) => `visit ${id}: ${problem}`),
    `resource ${JSON.stringify(resource)}`,
    ...events.toSorted((a, b) => a.at - b.at).map(({ text }) => text),
  ].join('\n')
}

const shown = (lines: readonly string[]) => JSON.stringify(lines)
