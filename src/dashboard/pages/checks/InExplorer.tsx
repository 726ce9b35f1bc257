import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Scope } from '../../api/scope.ts'
import { paths } from '../../paths.ts'
import { writeState } from '../samples/explorer-state.ts'

/** To all samples of a monitor or test, over time. */
export function InExplorer({ scope, id }: { scope: Scope; id: string }) {
  const picked = writeState(new URLSearchParams(), { picks: [{ profile: id, locations: [] }] })
  return (
    <Button variant="subtle" component={Link} to={paths.samples(scope, picked)}>
      All samples
    </Button>
  )
}
