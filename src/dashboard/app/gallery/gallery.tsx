import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { readConfig } from '../../api/config.ts'
import { Logo } from '../../kit/layout/Logo.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../paths.ts'
import { ThemeChoice } from '../../kit/theme/ThemeChoice.tsx'
import { useQuestion } from '../../kit/dialogs/confirm.ts'
import { pageError } from '../../features/errors/page-error.tsx'
import classes from './gallery.module.css'
import { groups } from './groups.ts'
import { SpecimenSection } from './SpecimenSection.tsx'
import { useCurrentSection } from './use-current-section.ts'

const ConfirmDialog = lazy(lazyWithRetry(() => import('../../kit/dialogs/ConfirmDialog.tsx')))

/** Separate from the app’s client, so that examples never mix with real data. */
const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })

const names = groups.flatMap(({ specimens }) => specimens.map(({ name }) => name))

/** Only the demo has this page. Elsewhere its address is not found. */
export async function loader() {
  const config = await readConfig()
  if (!config.gallery) throw new Response(null, { status: 404 })
  return null
}

const NotFoundPage = pageError({})

export function ErrorBoundary() {
  return (
    <main className={classes.main}>
      <NotFoundPage />
    </main>
  )
}

function GalleryPage() {
  const question = useQuestion()
  // the browser looks for the section before it is rendered
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <QueryClientProvider client={client}>
      <header className={classes.bar}>
        <Link to={paths.home()}>
          <Logo />
        </Link>
        <ThemeChoice />
      </header>
      <div className={classes.page}>
        <Contents />
        <main className={classes.main}>
          <PageHeader title="Gallery" count={names.length} crumbs={[{ label: 'Home', to: paths.home() }]}>
            <p className={classes.intro}>
              The dashboard’s shared components, each in its states. Nothing here calls the service.
            </p>
          </PageHeader>
          {groups.map((group) => (
            <section key={group.title} id={group.title.toLowerCase()} aria-labelledby={`${group.title}-title`}>
              <h2 id={`${group.title}-title`} className={classes.groupTitle}>
                {group.title}
              </h2>
              {group.specimens.map((specimen) => (
                <SpecimenSection key={specimen.source} specimen={specimen} />
              ))}
            </section>
          ))}
        </main>
      </div>
      <Suspense>{question && <ConfirmDialog key={question.title} question={question} />}</Suspense>
    </QueryClientProvider>
  )
}

export { GalleryPage as Component }

function Contents() {
  const current = useCurrentSection(names)
  return (
    <nav className={classes.contents} aria-label="Contents">
      <ul>
        {groups.map((group) => (
          <li key={group.title}>
            <a className={classes.group} href={`#${group.title.toLowerCase()}`}>
              {group.title}
            </a>
            <ul>
              {group.specimens.map(({ name }) => (
                <li key={name}>
                  <a href={`#${name}`} aria-current={name === current ? 'location' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}
