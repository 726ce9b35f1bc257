import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import {
  listAccountSites,
  listMonitors,
  listSamples,
  readAccountSite,
  updateSiteHost,
} from '../../../../contract/index.ts'
import { load, useApiMutation } from '../../../api/queries.ts'
import { partnerOf, scopeOf, useScope } from '../../../api/scope.ts'
import { siteList, siteOf } from '../../../api/sites.ts'
import { Form } from '../../../components/Form.tsx'
import { fieldsOf, isShownAtFields, useApiForm } from '../../../components/form.ts'
import { Notice } from '../../../components/Notice.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { toast } from '../../../stores/toast.ts'
import { paths } from '../../../paths.ts'
import { useScopeCrumbs } from '../../../hooks/use-scope-crumbs.ts'

export function loader({ params }: LoaderFunctionArgs) {
  partnerOf()
  return load(siteOf(scopeOf(params), params['siteId'] ?? ''))
}

export function Component() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const navigate = useNavigate()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const first = useQuery(siteList(scope)).data?.sites[0]
  const page = paths.site(scope, siteId)
  const crumbs = [...useScopeCrumbs(scope), { label: site.host, to: page }]
  const { form, refuse, focusFirst, ...draft } = useApiForm({
    schema: fieldsOf(updateSiteHost),
    empty: { new_host: '', ignore_ssl_check: false },
    say: { new_host: 'Enter the new host name.' },
    name: `host.${siteId}`,
  })
  const change = useApiMutation(updateSiteHost, {
    invalidates: [listAccountSites, readAccountSite, listMonitors, listSamples],
    onSuccess: ({ host }) => {
      draft.done()
      toast(`Changed the host to ${host}. Its CNAME record has to point at the service anew.`)
      void navigate(page)
    },
  })
  const submit = form.onSubmit(
    (body) => {
      if (scope.kind !== 'account') return
      const path = { partner_id: scope.partner, account_id: scope.account, site_id: siteId }
      change.mutate({ path, body }, { onError: refuse })
    },
    (errors) => focusFirst(errors),
  )
  const failed =
    change.error && !isShownAtFields(change.error, form.values)
      ? { error: change.error, title: 'The host was not changed.' }
      : null
  return (
    <>
      <PageHeader title="Change host" documentTitle={`Change host · ${site.host}`} crumbs={crumbs} />
      {first && first.id !== siteId && (
        <Notice tone="warning">
          The service changes the host of the site that came with the account only: that seems to be{' '}
          <Link to={paths.changeHost(scope, first.id)}>{first.host}</Link>. For another host, add a site and delete this
          one.
        </Notice>
      )}
      <Form verb="Change host" cancelTo={page} busy={change.isPending} failed={failed} onSubmit={submit} draft={draft}>
        <p>
          The key page’s monitor moves to the new host and keeps its samples; the cache is emptied; profiles and the
          CNAME target stay. A site in trial or active goes to preview until the new host’s CNAME record is seen.
        </p>
        <TextInput
          name="new_host"
          label="New host"
          description={`In place of ${site.host}. A host name or an address, such as www.example.com.`}
          withAsterisk
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('new_host')}
        />
        <Checkbox
          name="ignore_ssl_check"
          label="Check the site’s certificate first"
          description="Refuses the host when its certificate is bad. Sent as ignore_ssl_check=true: in this API, despite the name, true means that the certificate is checked."
          {...form.getInputProps('ignore_ssl_check', { type: 'checkbox' })}
        />
      </Form>
    </>
  )
}
