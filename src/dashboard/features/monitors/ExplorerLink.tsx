import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { paths } from '../../paths.ts'
import { writeState, type ExplorerState } from '../samples/explorer-state.ts'

/** The address of the sample explorer for a monitor or test. */
export function explorerPath(scope: Scope, id: string, only: Partial<ExplorerState> = {}): string {
  return paths.samples(scope, writeState(new URLSearchParams(), { sources: [{ id, locations: [] }], ...only }))
}

/** A link to all samples of a monitor or test. */
export function ExplorerLink({ scope, id }: { scope: Scope; id: string }) {
  return (
    <Button variant="subtle" component={Link} to={explorerPath(scope, id)}>
      All samples
    </Button>
  )
}
