import type { AnyScope } from '../../api/scope.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import classes from './alerts.module.css'
import { coversSite, keyOf, Told, useFailing, type Failing } from './failing.tsx'

interface Props {
  scope: AnyScope
  /** Where only this site's trouble makes them loud. */
  site?: { readonly id: string; readonly isInTrouble: boolean }
}

/** The rules whose alerts don't arrive; nothing if all do. Pages load the rules first, so that it doesn't move them. */
export function FailingChannels({ scope, site }: Props) {
  const failing = useFailing(scope)
  const isLoud = ({ rule }: Failing) => site === undefined || (site.isInTrouble && coversSite(rule, site.id))
  const loud = failing.filter(isLoud)
  const quiet = failing.filter((one) => !isLoud(one))
  return (
    <>
      {loud.length > 0 && (
        <Notice tone="error">
          {loud.map((one) => (
            <p key={keyOf(one)}>
              <Verdict severity="error">
                <span>
                  <Told scope={scope} of={one} />
                </span>
              </Verdict>
            </p>
          ))}
        </Notice>
      )}
      {quiet.map((one) => (
        <p key={keyOf(one)} className={classes.quiet}>
          <Told scope={scope} of={one} />
        </p>
      ))}
    </>
  )
}
