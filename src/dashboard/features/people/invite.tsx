import { TextInput } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { asRole, invite, peopleLimits } from '../../../contract/index.ts'
import { load } from '../../api/queries.ts'
import { anyScopeOf, useAnyScope } from '../../api/scope.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { focusFirst } from '../../kit/forms/field-problems.ts'
import { Form } from '../../kit/forms/Form.tsx'
import { fieldsOf, failureOf, useApiForm } from '../../kit/forms/form.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { pageError } from '../errors/page-error.tsx'
import { NotOffered } from './NotOffered.tsx'
import { inviteTo, peopleOf } from './reads.ts'
import { RoleField } from './RoleField.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(peopleOf(anyScopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Invite' })

function InvitePage() {
  const scope = useAnyScope()
  const navigate = useNavigate()
  const crumbs = useListCrumbs(scope)
  const { data } = useSuspenseQuery(peopleOf(scope))
  const list = paths.people(scope)
  const { form, refuse, ...draft } = useApiForm({
    schema: fieldsOf(invite.user),
    empty: { email: '', role: 'viewer' },
    say: { email: 'Enter the email address.' },
    name: `invite.${list}`,
  })
  const mutation = useMutation({
    mutationFn: ({ email, role }: { email: string; role: string }) =>
      inviteTo(scope, { email: email.trim(), role: asRole(role) }),
    onSuccess: ({ email }) => {
      draft.done()
      toast(`Invitation on its way to ${email}`)
      void navigate(list)
    },
  })
  if (!data) return <NotOffered title="Invite" />
  const submit = form.onSubmit((body) => mutation.mutate(body, { onError: refuse }), focusFirst)
  const failed = failureOf(mutation.error, form.values, 'Nobody was invited.')
  const isFull =
    data.people.length >= peopleLimits.people
      ? `There are ${peopleLimits.people} people already, as many as allowed. Remove one first.`
      : data.invitations.length >= peopleLimits.invitations
        ? `There are ${peopleLimits.invitations} open invitations already, as many as allowed. Withdraw one first.`
        : undefined
  return (
    <>
      <PageHeader title="Invite" crumbs={[...crumbs, { label: 'People', to: list }]} />
      <PageBody>
        {isFull && <Notice tone="warning">{isFull}</Notice>}
        <Form
          verb="Send invitation"
          cancelTo={list}
          busy={mutation.isPending}
          disabledReason={isFull}
          failed={failed}
          onSubmit={submit}
          draft={draft}
        >
          <TextInput
            name="email"
            type="email"
            label="Email"
            description="The mail has a link that works once, within 7 days."
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <RoleField
            key={draft.restored ? 'kept' : 'new'}
            label="Role"
            initial={asRole(form.values.role)}
            onChange={(role) => form.setFieldValue('role', role)}
          />
        </Form>
      </PageBody>
    </>
  )
}

export { InvitePage as Component }
