import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Query } from '../api/queries.ts'
import { ErrorState } from './ErrorState.tsx'

interface Props<Reply> {
  query: Query<Reply>
  /** What is read, with a capital letter: "The profiles". */
  what: string
  children: (reply: Reply) => ReactNode
}

/** A part of a page that reads for itself: it fails and is tried again without the others. */
export function Read<Reply>({ query, what, children }: Props<Reply>) {
  const read = useQuery(query)
  if (read.data !== undefined) return <>{children(read.data)}</>
  if (!read.error) return <p role="status">Loading…</p>
  return <ErrorState error={read.error} title={`${what} could not be read.`} onRetry={() => void read.refetch()} />
}
