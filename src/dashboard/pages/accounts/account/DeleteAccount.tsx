import { useNavigate } from 'react-router'
import { deleteAccount, listAccounts } from '../../../../contract/index.ts'
import { useApiMutation } from '../../../api/queries.ts'
import { confirm } from '../../../components/confirm.ts'
import { plural } from '../../../components/format.ts'
import { ReasonButton } from '../../../components/ReasonButton.tsx'
import { toast } from '../../../components/toast.ts'
import { paths } from '../../../paths.ts'

interface Props {
  partner: string
  account: { readonly id: string; readonly name: string; readonly email: string }
  sites: number
}

/** The service deletes an account only once it has no sites: said before, not after. */
export function DeleteAccount({ partner, account, sites }: Props) {
  const navigate = useNavigate()
  const { mutateAsync } = useApiMutation(deleteAccount, { stale: [listAccounts] })
  const ask = () =>
    confirm({
      title: `Delete ${account.name}?`,
      body: `The account of ${account.email} goes with its monitors, tests and samples, and its API key stops working. This cannot be undone.`,
      verb: 'Delete account',
      danger: true,
      typed: account.email,
      action: async () => {
        await mutateAsync({ path: { partner_id: partner, account_id: account.id } })
        await navigate(paths.accounts())
        toast(`Deleted ${account.name}.`)
      },
    })
  const reason =
    sites > 0 ? `The account has ${plural(sites, 'site')}: an account can be deleted once it has none.` : undefined
  return (
    <ReasonButton variant="default" reason={reason} onClick={ask}>
      Delete account…
    </ReasonButton>
  )
}
