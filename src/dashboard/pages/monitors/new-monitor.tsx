import { loadNewPage, NewPage } from '../monitors-and-tests/form/NewPage.tsx'
import { pageError } from '../page-error.tsx'

export const loader = loadNewPage

export const ErrorBoundary = pageError({
  title: 'New monitor',
  notFound: 'The monitor or test to copy doesn’t exist. It may have been deleted.',
})

export function Component() {
  return <NewPage kind="monitor" />
}
