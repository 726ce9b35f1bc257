import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../../api/scope.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { paths } from '../../../paths.ts'
import { monitorList, testList } from './sources.ts'

/** Shown while no monitor or test is chosen, or if there is none to choose. */
export function NoSources({ scope, onChoose }: { scope: Scope; onChoose: () => void }) {
  const monitors = useQuery(monitorList(scope))
  const tests = useQuery(testList(scope))
  if (monitors.data?.rows.length === 0 && tests.data?.rows.length === 0)
    return (
      <EmptyState
        title="No monitors yet"
        action={
          <LinkButton variant="default" to={paths.newMonitor(scope)}>
            New monitor
          </LinkButton>
        }
      >
        Every sample comes from a monitor or test. Create a monitor to see how fast a page is.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Choose a monitor or test"
      action={
        <Button variant="default" onClick={onChoose}>
          Choose…
        </Button>
      }
    >
      Every sample comes from a monitor or test. Choose one or more to see their results.
    </EmptyState>
  )
}
