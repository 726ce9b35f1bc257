import type { PersonRecord } from '../../../contract/index.ts'
import type { AnyScope } from '../../api/scope.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { requireFactorOf } from './reads.ts'

interface Props {
  scope: AnyScope
  people: readonly PersonRecord[]
  isRequired: boolean
}

/** Whether everybody here needs a second factor, which owners decide. */
export function RequiredFactor({ scope, people, isRequired }: Props) {
  const known = people.filter(({ has_factor }) => has_factor !== undefined)
  const having = known.filter(({ has_factor }) => has_factor).length
  const counted =
    known.length > 0 && ` ${having} of ${known.length} ${known.length === 1 ? 'person has' : 'people have'} one.`
  const ask = () =>
    confirm({
      title: isRequired ? 'No longer require a second factor?' : 'Require a second factor of everybody?',
      body: isRequired
        ? 'Whoever has one is still asked for it. Others sign in with their password alone.'
        : 'Whoever has none can do nothing here until they have set one up, from the next request on. Single sign-on counts as one.',
      verb: isRequired ? 'No longer require it' : 'Require it',
      danger: !isRequired,
      action: async () => {
        await requireFactorOf(scope, !isRequired)
        toast(isRequired ? 'A second factor is no longer required' : 'A second factor is required now')
      },
    })
  return (
    <Panel
      title="Second factor"
      actions={
        <ReasonButton variant="default" does="people.requireFactor" onClick={ask}>
          {isRequired ? 'No longer require it…' : 'Require it…'}
        </ReasonButton>
      }
    >
      <p>
        {isRequired ? 'Everybody needs a passkey or an authenticator app.' : 'Everybody decides for themselves.'}
        {counted}
      </p>
    </Panel>
  )
}
