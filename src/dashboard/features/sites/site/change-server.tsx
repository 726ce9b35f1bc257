import { TextInput } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { type ReadOf, setOrigin, tryOrigin } from '../../../../contract/index.ts'
import { changeScoped } from '../../../api/change.ts'
import { load } from '../../../api/queries.ts'
import { callScoped, scopeOf, useScope } from '../../../api/scope.ts'
import { originOf, siteOf, type SiteOrigin } from '../reads.ts'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { BusyButton } from '../../../kit/actions/BusyButton.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { focusFirst } from '../../../kit/forms/field-problems.ts'
import { failureOf, isShownAtFields, useApiForm } from '../../../kit/forms/form.ts'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useScopeCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { duration } from '../../../../words/quantities.ts'
import { pageError } from '../../errors/page-error.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  return load(siteOf(scope, siteId), originOf(scope, siteId))
}

export const ErrorBoundary = pageError({ title: 'Change server' })

function ChangeServerPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const { data: origin } = useSuspenseQuery(originOf(scope, siteId))
  const page = paths.site(scope, siteId)
  const crumbs = [...useScopeCrumbs(scope), { label: site.host, to: page }]
  return (
    <>
      <PageHeader title="Change server" documentTitle={`Change server · ${site.host}`} crumbs={crumbs} />
      <PageBody>
        {origin === null || site.optimizer === null ? (
          <p>
            {origin === null
              ? 'This service doesn’t report which server a site’s pages come from, and can’t be told. '
              : 'The site’s host is a placeholder. It needs a real host before it can have a server. '}
            <Link to={page}>Back to {site.host}</Link>
          </p>
        ) : (
          <ServerForm siteId={siteId} host={site.host} origin={origin} />
        )}
      </PageBody>
    </>
  )
}

export { ChangeServerPage as Component }

const text = z.string().check(z.maxLength(300, 'must be at most 300 characters'))
const fields = z.object({ url: text, host: z.optional(text) })
type Server = z.output<typeof fields>

/** A server as the operations take it: an empty host is the site's own. */
const bodyOf = ({ url, host }: Server) => ({ url: url.trim(), host: host?.trim() || null })

function ServerForm({ siteId, host, origin }: { siteId: string; host: string; origin: SiteOrigin }) {
  const scope = useScope()
  const navigate = useNavigate()
  const page = paths.site(scope, siteId)
  const { form, refuse, ...draft } = useApiForm({
    schema: fields,
    empty: { url: '', host: '' },
    say: { url: 'Enter your server’s address.' },
    check: (values): Record<string, string> => {
      const asked = bodyOf(values)
      const isSame = origin.is_set && asked.url === origin.url && asked.host === (origin.host ?? null)
      return isSame ? { url: 'This is already the site’s server.' } : {}
    },
    name: `server.${siteId}`,
  })
  const change = useMutation({
    mutationFn: (body: { url: string; host: string | null } | { url: null }) =>
      changeScoped(setOrigin, scope, { path: { site_id: siteId }, body }),
    onSuccess: ({ url }, asked) => {
      draft.done()
      toast(
        asked.url === null ? `The server of ${host} is taken from DNS again` : `Server of ${host} changed to ${url}`,
      )
      void navigate(page)
    },
  })
  const submit = form.onSubmit((values) => change.mutate(bodyOf(values), { onError: refuse }), focusFirst)
  const isFollowing = change.variables?.url === null
  const failed = isFollowing ? null : failureOf(change.error, form.values, 'The server wasn’t changed.')
  return (
    <>
      <Panel
        title="Server now"
        actions={
          origin.is_set && (
            <BusyButton
              variant="default"
              loading={change.isPending && isFollowing}
              disabled={change.isPending}
              onClick={() => change.mutate({ url: null })}
            >
              Take it from DNS
            </BusyButton>
          )
        }
      >
        <p>{origin.url === null ? 'Not known' : <Breakable text={origin.url} keepsParts />}</p>
        {origin.host && (
          <p>
            It gets <Breakable text={origin.host} keepsParts /> as Host.
          </p>
        )}
        <p>{meaningOf(origin)}</p>
        {change.error && isFollowing && <ErrorState error={change.error} title="The server wasn’t changed." />}
      </Panel>
      <Form
        verb="Change server"
        cancelTo={page}
        busy={change.isPending && !isFollowing}
        failed={failed}
        onSubmit={submit}
        draft={draft}
      >
        <p>
          The service first requests {host} from the new server, and keeps the present one if there is no answer. After
          a change, the cache is emptied.
        </p>
        <TextInput
          name="url"
          label="New server"
          description="Its name or IP address after http:// or https://, such as https://192.0.2.10. Add the port if it isn’t the usual one."
          withAsterisk
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        {/* a service that doesn't report it can't be told */}
        {origin.host !== undefined && (
          <>
            <TextInput
              name="host"
              label="Host"
              description={`What the server gets as Host in place of ${host}, and what it’s called in TLS. Leave it empty unless your server goes by another name.`}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('host')}
            />
            <TryServer siteId={siteId} server={form.values} onTry={() => !form.validate().hasErrors} refuse={refuse} />
          </>
        )}
      </Form>
    </>
  )
}

interface TryProps {
  siteId: string
  server: Server
  /** Whether what was entered can be tried. */
  onTry: () => boolean
  /** Shows what is wrong with it at its fields. */
  refuse: (error: unknown) => void
}

/** Asks a server as setting it would, and says how it answered. */
function TryServer({ siteId, server, onTry, refuse }: TryProps) {
  const scope = useScope()
  const attempt = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) => callScoped(tryOrigin, scope, { path: { site_id: siteId }, body }),
    onError: (error) => refuse(error),
  })
  const body = bodyOf(server)
  const isOfThis = attempt.variables?.url === body.url && attempt.variables.host === body.host
  return (
    <div>
      <BusyButton
        variant="default"
        loading={attempt.isPending}
        onClick={() => {
          if (onTry()) attempt.mutate(body)
        }}
      >
        Try it
      </BusyButton>
      <p role="status">{attempt.data && isOfThis ? answerInWords(attempt.data) : ''}</p>
      {attempt.error && isOfThis && !isShownAtFields(attempt.error, { ...server }) && (
        <ErrorState error={attempt.error} title="The server wasn’t tried." />
      )}
    </div>
  )
}

function answerInWords({ status, location, duration: ms }: ReadOf<typeof tryOrigin.user>): string {
  const answered = `It answered ${status} after ${duration(ms)}`
  if (location !== null) return `${answered} and leads to ${location}.`
  return status < 400 ? `${answered}.` : `${answered}. Visitors would get this error, too.`
}

function meaningOf({ url, is_set: isSet }: SiteOrigin): string {
  if (isSet) return 'It was set by hand, so the service doesn’t follow changes in DNS.'
  return url === null
    ? 'DNS names no server but this service, or a proxy in front of it. Until you set one, visitors get an error page.'
    : 'The service found it in DNS before the host pointed to the service.'
}
