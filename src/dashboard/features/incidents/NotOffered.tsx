import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { paths } from '../../paths.ts'

/** Incidents are an extension. Without it, the results of monitors are all there is. */
export function NotOffered({ scope }: { scope: Scope }) {
  return (
    <EmptyState
      title="This service doesn’t report incidents"
      action={
        <Button variant="default" component={Link} to={paths.monitors(scope)}>
          Monitors
        </Button>
      }
    >
      The monitors show what their latest checks found.
    </EmptyState>
  )
}
