import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { SelectionBar } from '../../../kit/actions/SelectionBar.tsx'
import { paths } from '../../../paths.ts'
import { compareTray, useCompared } from './compare-tray.ts'
import classes from './explorer.module.css'

/**
 * Leads to the comparison of the selected samples, which may be on other pages and of other monitors.
 * @param hint what to do while there are none; without it there is no bar then
 */
export function CompareBar({ scope, hint }: { scope: Scope; hint?: string }) {
  const compared = useCompared(scope)
  if (compared.length === 0 && hint === undefined) return null
  return (
    <SelectionBar label="Selected samples" hasSelection={compared.length > 0}>
      {compared.length === 0 ? (
        <p className={classes.hint}>{hint}</p>
      ) : (
        <>
          <span role="status">{compared.length} selected</span>
          {compared.length > 1 ? (
            <Button variant="default" component={Link} to={paths.compareSamples(scope, compared)}>
              Compare
            </Button>
          ) : (
            <ReasonButton variant="default" onClick={() => {}} disabledReason="Select one more sample.">
              Compare
            </ReasonButton>
          )}
          <Button variant="subtle" onClick={() => compareTray.clear(scope)}>
            Clear selection
          </Button>
        </>
      )}
    </SelectionBar>
  )
}
