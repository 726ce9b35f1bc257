import { loadNewPage, NewPage } from '../monitors-and-tests/form/NewPage.tsx'
import { pageError } from '../page-error.tsx'

export const loader = loadNewPage

export const ErrorBoundary = pageError({
  title: 'New test',
  notFound: 'There is no such monitor or test to fill the form in like. It may have been deleted.',
})

export function Component() {
  return <NewPage kind="test" />
}
