import { TextInput } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { asRole, createKey, keyLimits } from '../../../contract/index.ts'
import { load } from '../../api/queries.ts'
import { anyScopeOf, useAnyScope, type AnyScope, type Scope } from '../../api/scope.ts'
import { MultiChoice } from '../../kit/choices/MultiChoice.tsx'
import { NativeSelect } from '../../kit/choices/NativeSelect.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { focusFirst } from '../../kit/forms/field-problems.ts'
import { Form } from '../../kit/forms/Form.tsx'
import { fieldsOf, failureOf, useApiForm } from '../../kit/forms/form.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { paths } from '../../paths.ts'
import { useListCrumbs } from '../accounts/use-scope-crumbs.ts'
import { pageError } from '../errors/page-error.tsx'
import { RoleField } from '../people/RoleField.tsx'
import { siteList } from '../sites/reads.ts'
import classes from './keys.module.css'
import { NotOffered } from './NotOffered.tsx'
import { create, keysOf, type ShownKey } from './reads.ts'
import { ShownKeyPanel } from './ShownKey.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(keysOf(anyScopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Create key' })

const dayMs = 24 * 3600_000
const lifetimes = [
  { value: '', label: 'Until it is ended' },
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
] as const

function NewKeyPage() {
  const scope = useAnyScope()
  const navigate = useNavigate()
  const crumbs = useListCrumbs(scope)
  const { data } = useSuspenseQuery(keysOf(scope))
  const [shown, setShown] = useState<ShownKey | null>(null)
  const list = paths.keys(scope)
  if (!data) return <NotOffered title="Create key" />
  return (
    <>
      <PageHeader title="Create key" crumbs={[...crumbs, { label: 'Keys', to: list }]} />
      <PageBody>
        {shown ? (
          <ShownKeyPanel shown={shown} onDone={() => void navigate(list)} />
        ) : (
          <NewKeyForm scope={scope} others={data.keys.filter(({ main }) => !main).length} onCreated={setShown} />
        )}
      </PageBody>
    </>
  )
}

interface FormProps {
  scope: AnyScope
  /** How many keys there are besides the main one. */
  others: number
  onCreated: (made: ShownKey) => void
}

function NewKeyForm({ scope, others, onCreated }: FormProps) {
  const lifetimeId = useId()
  const list = paths.keys(scope)
  const { form, refuse, ...draft } = useApiForm({
    schema: fieldsOf(createKey.user),
    // the sites by their ids, with spaces between
    empty: { name: '', role: 'viewer', days: '', sites: '' },
    say: { name: 'Enter a name, such as the program that will use the key.' },
    name: `key.${list}`,
  })
  const mutation = useMutation({
    mutationFn: ({ name, role, days, sites }: typeof form.values) =>
      create(scope, {
        name: name.trim(),
        role: asRole(role),
        site_ids: sites === '' ? null : sites.split(' '),
        ends_at: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
      }),
    onSuccess: (made) => {
      draft.done()
      onCreated(made)
    },
    // the new key stays in memory only while it is shown
    gcTime: 0,
  })
  const submit = form.onSubmit((body) => mutation.mutate(body, { onError: refuse }), focusFirst)
  const failed = failureOf(mutation.error, form.values, 'No key was created.')
  const isFull =
    others >= keyLimits.keys
      ? `There are ${keyLimits.keys} keys already, as many as allowed. End one first.`
      : undefined
  return (
    <>
      {isFull && <Notice tone="warning">{isFull}</Notice>}
      <Form
        verb="Create key"
        does="keys.create"
        cancelTo={list}
        busy={mutation.isPending}
        disabledReason={isFull}
        failed={failed}
        onSubmit={submit}
        draft={draft}
      >
        <TextInput
          name="name"
          label="Name"
          description="Says later what would stop working without it."
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <RoleField
          key={draft.restored ? 'kept' : 'new'}
          label="Role"
          initial={asRole(form.values.role)}
          onChange={(role) => form.setFieldValue('role', role)}
        />
        {scope.kind !== 'partner' && (
          <SitesField
            scope={scope}
            chosen={form.values.sites.split(' ').filter(Boolean)}
            onChange={(ids) => form.setFieldValue('sites', ids.join(' '))}
          />
        )}
        <div className={classes.field}>
          <label htmlFor={lifetimeId}>Works for</label>
          <NativeSelect id={lifetimeId} isField options={lifetimes} {...form.getInputProps('days')} />
        </div>
      </Form>
    </>
  )
}

interface SitesFieldProps {
  scope: Scope
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** The sites that a key is limited to. */
function SitesField({ scope, chosen, onChange }: SitesFieldProps) {
  return (
    <QueryPanel query={siteList(scope)} what="the sites">
      {({ sites }) => (
        <MultiChoice
          label="Sites"
          hint={
            chosen.length > 0
              ? 'It opens the selected sites only, and nothing that is about the account as a whole.'
              : 'None selected: it opens all sites, new ones too.'
          }
          options={sites.map(({ id, host }) => ({ value: id, label: host }))}
          chosen={chosen}
          max={keyLimits.sites}
          missing="Deleted site"
          onChange={onChange}
        />
      )}
    </QueryPanel>
  )
}

export { NewKeyPage as Component }
