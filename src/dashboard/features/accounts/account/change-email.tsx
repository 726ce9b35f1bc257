import { TextInput } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { updateAccountEmail, type InputOf } from '../../../../contract/index.ts'
import { accountQuery } from '../reads.ts'
import { change } from '../../../api/change.ts'
import { useScope, useWho } from '../../../api/scope.ts'
import { Form } from '../../../kit/forms/Form.tsx'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { fieldsOf, failureOf, useApiForm } from '../../../kit/forms/form.ts'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { oneAccountPerEmail } from '../email-rule.ts'
import { useScopeCrumbs } from '../use-scope-crumbs.ts'

export const ErrorBoundary = pageError({ title: 'Change email' })

function ChangeEmailPage() {
  const { id: partner } = useWho()
  const crumbs = useScopeCrumbs(useScope())
  const { accountId = '' } = useParams()
  const navigate = useNavigate()
  const path = { partner_id: partner, account_id: accountId }
  const { data: account } = useSuspenseQuery(accountQuery(partner, accountId))
  const details = paths.accountDetails(accountId)
  const { form, refuse, ...draft } = useApiForm({
    schema: fieldsOf(updateAccountEmail),
    empty: { new_email: '' },
    say: { new_email: 'Enter the new email address.' },
    check: ({ new_email }): Record<string, string> =>
      new_email.trim() === account.email ? { new_email: 'This is already the account’s email.' } : {},
    name: `email.${accountId}`,
  })
  const mutation = useMutation({
    mutationFn: (body: InputOf<typeof updateAccountEmail>['body']) => change(updateAccountEmail, { path, body }),
    onSuccess: ({ email }) => {
      draft.done()
      toast(`Email changed to ${email}`)
      void navigate(details)
    },
  })
  const submit = form.onSubmit((body) => mutation.mutate(body, { onError: refuse }), focusFirst)
  const failed = failureOf(mutation.error, form.values, 'The email wasn’t changed.')
  return (
    <>
      <PageHeader
        title="Change email"
        documentTitle={`Change email · ${account.name}`}
        crumbs={[...crumbs, { label: 'Account', to: details }]}
      />
      <PageBody>
        <Form
          verb="Change email"
          cancelTo={details}
          busy={mutation.isPending}
          failed={failed}
          onSubmit={submit}
          draft={draft}
        >
          <p>
            The account’s email is {account.email}. If the welcome email hasn’t been sent yet, it goes to the new
            address.
          </p>
          <TextInput
            name="new_email"
            type="email"
            label="New email"
            description={oneAccountPerEmail}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('new_email')}
          />
        </Form>
      </PageBody>
    </>
  )
}

export { ChangeEmailPage as Component }
