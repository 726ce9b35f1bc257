import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { AnyScope } from '../../api/scope.ts'
import { Band } from '../../kit/feedback/Band.tsx'
import { paths } from '../../paths.ts'
import classes from './alerts.module.css'
import { channelInWords } from './channels.ts'
import { Attempts, keyOf, Told, useFailing } from './failing.tsx'

/** The rules whose alerts don't arrive, as the page's verdict, with a way to the rule; nothing if all do. */
export function FailingBand({ scope }: { scope: AnyScope }) {
  const failing = useFailing(scope)
  const [first] = failing
  if (!first) return null
  const { rule, channel } = first
  const why = channel.last_delivery?.last_error
  return failing.length === 1 ? (
    <Band
      label="Failing alerts"
      tone="error"
      title={`Alerts of “${rule.name}” don’t arrive${channelInWords(rule, channel)}`}
      detail={
        <>
          <Attempts of={channel} /> {why}
        </>
      }
      actions={
        <Button variant="default" component={Link} to={paths.alertRule(scope, rule.id)}>
          View rule
        </Button>
      }
    />
  ) : (
    <Band
      label="Failing alerts"
      tone="error"
      title={`Alerts don’t arrive in ${failing.length} ways`}
      detail={failing.map((one) => (
        <span key={keyOf(one)} className={classes.line}>
          <Told scope={scope} of={one} />
        </span>
      ))}
    />
  )
}
