import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { useShownOnce } from '../../kit/forms/use-shown-once.ts'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { SecretValue } from '../../kit/values/SecretValue.tsx'
import { focusHeading } from '../../kit/navigation/focus.ts'
import { paths } from '../../paths.ts'

/** A webhook's new key, which can't be read again. */
export function RuleSecret({ scope, rule }: { scope: AnyScope; rule: AlertRuleRecord }) {
  const keep = useShownOnce('This key is shown only once. Copy it first.')
  useEffect(() => focusHeading({ scrolls: true }), [])
  return (
    <Panel
      title="Signing key"
      actions={
        <Button component={Link} to={paths.alerts(scope)} onClick={keep}>
          Done
        </Button>
      }
    >
      <p role="status">“{rule.name}” is saved. Copy this key now: it isn’t shown again.</p>
      <PropertiesTable
        facts={[
          { label: 'Address', value: rule.url ?? '' },
          { label: 'Signing key', value: <SecretValue value={rule.secret ?? ''} what="signing key" /> },
        ]}
      />
      <p>
        Use this key to verify that messages come from this service. Standard Webhooks libraries accept it unchanged. If
        you lose it, edit the rule to make a new one.
      </p>
    </Panel>
  )
}
