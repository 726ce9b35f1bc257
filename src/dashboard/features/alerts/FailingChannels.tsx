import type { AlertScope } from '../../api/scope.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { keyOf, Told, useFailing } from './failing.tsx'

/** The rules whose alerts don't arrive; nothing if all do. Pages load the rules first, so that it doesn't move them. */
export function FailingChannels({ scope }: { scope: AlertScope }) {
  const failing = useFailing(scope)
  if (failing.length === 0) return null
  return (
    <Notice tone="error">
      {failing.map((one) => (
        <p key={keyOf(one)}>
          <Verdict severity="error">
            <span>
              <Told scope={scope} of={one} />
            </span>
          </Verdict>
        </p>
      ))}
    </Notice>
  )
}
