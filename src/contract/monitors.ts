import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { id, joinWithOr } from './fields.ts'
import { limitsBody } from './limits.ts'
import { lenient, lenientList, lenientPage } from './lenient.ts'
import { monitorBody, monitorChange, monitorRecord, monitorStatuses } from './monitor-record.ts'
import { pageOf, pagingWithSearch } from './paging.ts'

const ids = z.object({
  ids: z.array(id).check(z.minLength(1, 'must have at least one id'), z.maxLength(1000, 'must have at most 1,000 ids')),
})

const severityProblem = 'must be 0, 1, 2 or 3'
const monitorQuery = z.extend(pagingWithSearch, {
  /** An extension. */
  status: z.optional(z.enum(monitorStatuses, `must be ${joinWithOr(monitorStatuses)}`)),
  /** Of the latest round. An extension. */
  severity: z.optional(z.int(severityProblem).check(z.gte(0, severityProblem), z.lte(3, severityProblem))),
})
export type MonitorQuery = z.output<typeof monitorQuery>

const monitorPage = pageOf('rows', monitorRecord)
const monitorList = z.array(monitorRecord)
const readOne = lenient(monitorRecord)
const readPage = lenientPage(monitorRecord)
const readList = lenientList(monitorRecord)

export const listMonitors = scoped({
  id: 'monitors.list',
  method: 'GET',
  path: '/monitors',
  summary: 'List the monitors',
  query: monitorQuery,
  rows: 'rows',
  reply: monitorPage,
  read: readPage,
})

export const readMonitor = scoped({
  id: 'monitors.read',
  method: 'GET',
  path: '/monitors/{monitor_id}',
  summary: 'Read a monitor',
  reply: monitorRecord,
  read: readOne,
})

export const createMonitor = scoped({
  id: 'monitors.create',
  method: 'POST',
  path: '/monitors',
  summary: 'Create a monitor',
  body: { json: monitorBody },
  reply: monitorRecord,
  read: readOne,
  refusals: { 409: 'The account has all the monitors and tests that its plan allows.' },
})

export const updateMonitor = scoped({
  id: 'monitors.update',
  extension: true,
  method: 'PUT',
  path: '/monitors/{monitor_id}',
  summary: 'Change a monitor',
  description:
    'Takes the same body as creating a monitor. Its samples are kept, and a running monitor is measured at once. The type can’t change. A password or secret header value of null keeps the present value, provided the address stays on the same origin; an empty password removes it.',
  body: { json: monitorChange },
  reply: monitorRecord,
  read: readOne,
})

export const runMonitor = scoped({
  id: 'monitors.run',
  extension: true,
  method: 'POST',
  path: '/monitors/{monitor_id}/run',
  summary: 'Measure a monitor now',
  description: 'Begins a round at once; the next one follows after the interval. It counts as a run of a test.',
  reply: monitorRecord,
  read: readOne,
  refusals: {
    409: 'The monitor is paused or is already being measured, or the account has run as many tests today as its plan allows.',
  },
})

export const setLimits = scoped({
  id: 'monitors.setLimits',
  extension: true,
  method: 'PUT',
  path: '/monitors/{monitor_id}/limits',
  summary: 'Set the limits of a monitor',
  description:
    'Replaces all limits; null removes them. A monitor is slow if, in two of three rounds, the worst judged sample is over a limit. Only metrics that the monitor’s type measures are accepted.',
  body: { json: limitsBody },
  reply: monitorRecord,
  read: readOne,
})

export const deleteMonitors = scoped({
  id: 'monitors.delete',
  method: 'DELETE',
  path: '/monitors',
  summary: 'Delete monitors and their samples',
  body: { json: ids },
  reply: monitorList,
  read: readList,
  refusals: { 404: "One or more of them don't exist, so nothing was deleted." },
})

export const startMonitor = scoped({
  id: 'monitors.start',
  method: 'PUT',
  path: '/monitors/{monitor_id}/start',
  summary: 'Start a monitor',
  reply: monitorList,
  read: readList,
})

export const stopMonitor = scoped({
  id: 'monitors.stop',
  method: 'PUT',
  path: '/monitors/{monitor_id}/stop',
  userAlso: [{ method: 'PUT', path: '/monitors/{monitor_id}/pause' }],
  summary: 'Stop a monitor',
  reply: monitorList,
  read: readList,
})

export const listTests = scoped({
  id: 'tests.list',
  method: 'GET',
  path: '/tests',
  summary: 'List the tests',
  query: monitorQuery,
  rows: 'rows',
  reply: monitorPage,
  read: readPage,
})

export const readTest = scoped({
  id: 'tests.read',
  method: 'GET',
  path: '/tests/{test_id}',
  summary: 'Read a test',
  reply: monitorRecord,
  read: readOne,
})

export const createTest = scoped({
  id: 'tests.create',
  method: 'POST',
  path: '/tests',
  summary: 'Create a test that runs once, a number of times, or for a set time',
  body: { json: monitorBody },
  reply: monitorRecord,
  read: readOne,
  refusals: { 409: 'The account has all the monitors and tests that its plan allows, or has run as many tests today.' },
})

export const deleteTests = scoped({
  id: 'tests.delete',
  method: 'DELETE',
  path: '/tests',
  summary: 'Delete tests and their samples',
  body: { json: ids },
  reply: monitorList,
  read: readList,
  refusals: { 404: "One or more of them don't exist, so nothing was deleted." },
})
