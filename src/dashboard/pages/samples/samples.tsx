import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { load, prefetch } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { pageError } from '../page-error.tsx'
import { Explorer } from './explorer/Explorer.tsx'
import { monitorList, testList } from './explorer/sources.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  prefetch(testList(scope))
  return load(monitorList(scope))
}

export const ErrorBoundary = pageError({ title: 'Samples' })

export function Component() {
  const scope = useScope()
  const { rows } = useSuspenseQuery(monitorList(scope)).data
  // by default, the first monitor with a result
  const first = rows.find(({ id, last_sample }) => id && last_sample) ?? rows.find(({ id }) => id)
  return <Explorer scope={scope} title="Samples" defaultSources={first?.id ? [{ id: first.id, locations: [] }] : []} />
}
