import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { redirect, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { createRelease, type InputOf } from '../../../contract/index.ts'
import { changeScoped } from '../../api/change.ts'
import { loadWithin } from '../../api/load-within.ts'
import { prefetch, queryClient } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { Select } from '../../kit/choices/Select.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { focusFirst } from '../../kit/forms/field-problems.ts'
import { Form } from '../../kit/forms/Form.tsx'
import { fieldsOf, failureOf, useApiForm, withoutEmpty } from '../../kit/forms/form.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { pageError } from '../errors/page-error.tsx'
import { eventPage } from './reads.ts'
import { siteList } from '../sites/reads.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  prefetch(siteList(scope))
  const log = eventPage(scope, { per_page: 1 })
  await loadWithin(log)
  // a service without a log has no place for a release; the page says so
  return queryClient.getQueryData(log.queryKey) === null ? redirect(paths.activity(scope)) : null
}

export const ErrorBoundary = pageError({ title: 'Add release' })

/** Records by hand that something went live just now. */
function NewReleasePage() {
  const scope = useScope()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const activity = paths.activity(scope)
  const crumbs = [...useListCrumbs(scope), { label: 'Activity', to: activity }]
  const { data } = useQuery(siteList(scope))
  const empty = { title: '', url: '', site_id: params.get('site') ?? '' }
  const { form, refuse, ...draft } = useApiForm({
    schema: fieldsOf(createRelease.user),
    empty,
    say: { title: 'Enter what went live.' },
    name: `release.${scope.kind === 'account' ? scope.account : scope.user}`,
  })
  const create = useMutation({
    mutationFn: (body: InputOf<typeof createRelease.user>['body']) => changeScoped(createRelease, scope, { body }),
    onSuccess: ({ id, detail }) => {
      draft.done()
      toast(`Release “${String(detail?.['title'])}” added`)
      void navigate(id === undefined ? activity : paths.change(scope, id), { replace: true })
    },
  })
  const submit = form.onSubmit(
    ({ title, ...rest }) => create.mutate({ title, ...withoutEmpty(rest) }, { onError: refuse }),
    focusFirst,
  )
  const failed = failureOf(create.error, empty, 'The release wasn’t added.')
  return (
    <>
      <PageHeader title="Add release" crumbs={crumbs} />
      <PageBody>
        <Form
          verb="Add release"
          cancelTo={activity}
          busy={create.isPending}
          failed={failed}
          onSubmit={submit}
          draft={draft}
        >
          <p>
            Marks this moment on the charts, so that you see what your change did. Your build can do this through the
            API.
          </p>
          <TextInput
            name="title"
            label="Title"
            placeholder="Shop 2.4"
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('title')}
          />
          <TextInput
            name="url"
            label="Link"
            description="Where to read about it."
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('url')}
          />
          <Select
            name="site_id"
            label="Site"
            options={[
              { value: '', label: 'All sites' },
              ...(data?.sites ?? []).map(({ id, host }) => ({ value: id, label: host })),
            ]}
            {...form.getInputProps('site_id')}
          />
        </Form>
      </PageBody>
    </>
  )
}

export { NewReleasePage as Component }
