import { useQuery } from '@tanstack/react-query'
import { replaceKey } from '../../../contract/index.ts'
import { markStale } from '../../api/change.ts'
import { callScoped, type Scope } from '../../api/scope.ts'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { quotasOf } from './quotas.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'

/** Whether the account's key can be replaced here: a service that says nothing of quotas has no extensions. */
export function useCanReplaceKey(scope: Scope): boolean {
  return Boolean(useQuery({ ...quotasOf(scope), retry: false }).data)
}

interface Props {
  scope: Scope
  /** Gets the new key. */
  onReplaced?: (key: string) => void | Promise<void>
}

/** Gives the account a new key, after a question. */
export function ReplaceKey({ scope, onReplaced }: Props) {
  if (!useCanReplaceKey(scope)) return null
  const ask = () =>
    confirm({
      title: 'Replace the API key?',
      body:
        scope.kind === 'user'
          ? 'The old key stops working at once: other people, scripts and applications that use it have to get the new one. You stay signed in here.'
          : 'The old key stops working at once: the account holder is signed out, and scripts and applications that use it stop. Send the new key to your customer.',
      verb: 'Replace key',
      danger: true,
      action: async () => {
        const { api_key } = await callScoped(replaceKey, scope, {})
        // before anything is read with the old one
        await onReplaced?.(api_key)
        await markStale(scope.kind === 'user' ? replaceKey.user.id : replaceKey.partner.id)
        toast('API key replaced. The old one no longer works.')
      },
    })
  return (
    <ReasonButton does="keys.replace" variant="default" onClick={ask}>
      Replace key…
    </ReasonButton>
  )
}
