import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Query } from '../../api/queries.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { LoadingLines } from '../values/LoadingLines.tsx'

interface Props<Reply> {
  query: Query<Reply>
  /** Names the data in the error message: "the profiles". */
  what: string
  children: (reply: Reply) => ReactNode
}

/** A part of a page that loads its own data, with its own error and retry. */
export function QueryPanel<Reply>({ query, what, children }: Props<Reply>) {
  const read = useQuery(query)
  if (read.data !== undefined) return <>{children(read.data)}</>
  if (!read.error) return <LoadingLines />
  return <ErrorState error={read.error} title={`Couldn’t load ${what}.`} onRetry={() => void read.refetch()} />
}
