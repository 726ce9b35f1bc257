import { expect, onTestFinished, test } from 'vitest'
import { edgeForm, testEdge } from './edge.ts'
import { valuesOf } from './exchanges/messages.ts'
import { problemsOf } from './exchanges/model.ts'
import { type Exchange, startOrigin } from './exchanges/origin.ts'
import { planAnswer, planRequest, planResource, planVisitor, type Resource } from './exchanges/plans.ts'
import { Random } from './exchanges/random.ts'
import { report, type Wrong } from './exchanges/report.ts'
import { type Visit, VisitorConnection } from './exchanges/visitor.ts'

/** How many requests visitors send; `EXCHANGES=1000000` takes about an hour. */
const count = Number(process.env['EXCHANGES'] ?? 4000)
/** The same seed gives the same plans, though not the same order of what happens at once. */
const seed = Number(process.env['SEED'] ?? 1)
/** Visitors at once, with few resources among them, so that they get into each other's way. */
const crowd = { visitors: 12, requests: 4, resources: 4, rounds: 4 }

interface Place {
  readonly resource: Resource
  readonly random: Random
  readonly exchanges: Map<number, Exchange>
  readonly visits: Visit[]
}

test(
  `${count} random exchanges give visitors what may be theirs, byte by byte`,
  { timeout: 3 * 3600_000 },
  async () => {
    const random = new Random(seed)
    const made = { resources: 0, visitors: 0, visits: 0, exchanges: 0 }
    let now = 0
    const placeOf = (): Place => ({
      resource: planResource(random, ++made.resources),
      random: new Random(random.below(2 ** 31)),
      exchanges: new Map(),
      visits: [],
    })
    /** Where requests go that no visitor has sent. */
    const astray = placeOf()
    let current = new Map<string, Place>()
    /** A stored answer may be renewed after its last visitor has left. */
    let earlier = current
    const origin = await startOrigin((request, address, isWhole) => {
      const place = current.get(request.target) ?? earlier.get(request.target) ?? astray
      const id = ++made.exchanges
      const answer = planAnswer(place.random, id, place.resource, request)
      const exchange = { id, request, address, answer, isWhole, at: ++now }
      place.exchanges.set(id, exchange)
      return exchange
    })
    onTestFinished(() => origin.stop())
    const edge = await testEdge({ sites: [{ port: origin.port }] })
    const host = `www.site.example:${origin.port}`

    const visitAll = async (own: Random, places: readonly [Place, ...Place[]]) => {
      const visitor = planVisitor(own, ++made.visitors)
      let connection = await VisitorConnection.open(edge.port, visitor)
      for (let i = 0; i < crowd.requests; i++) {
        if (!connection.isOpen) connection = await VisitorConnection.open(edge.port, visitor)
        const { resource, visits } = own.pick(places)
        const tags = visits.flatMap(({ answer }) => valuesOf(answer?.lines ?? [], 'etag'))
        const id = ++made.visits
        const request = planRequest(own, id, resource, visitor, tags)
        const from = ++now
        let answer = await connection.ask(request, host)
        // as browsers do: a server may close a connection just as it's used again
        if (!answer && i > 0) {
          connection = await VisitorConnection.open(edge.port, visitor)
          answer = await connection.ask(request, host)
        }
        visits.push({ id, visitor, request, answer, from, to: ++now })
      }
      connection.close()
    }

    while (made.visits < count) {
      const places: readonly [Place, ...Place[]] = [placeOf(), ...Array.from({ length: crowd.resources - 1 }, placeOf)]
      earlier = current
      current = new Map()
      for (const place of places) for (const target of place.resource.spellings) current.set(target, place)
      for (let round = 0; round < crowd.rounds; round++) {
        const choices = Array.from({ length: crowd.visitors }, () => new Random(random.below(2 ** 31)))
        await Promise.all(choices.map((own) => visitAll(own, places)))
      }
      for (const place of places) {
        const wrong = place.visits.flatMap((visit) =>
          problemsOf(visit, place).map((problem): Wrong => ({ problem, visit: visit.id })),
        )
        if (wrong.length > 0) expect.fail(`SEED=${seed} EDGE_FORM=${edgeForm}\n${report(wrong, place)}`)
      }
    }
    expect([...astray.exchanges.values()].map(({ request }) => request.target)).toEqual([])
  },
)
