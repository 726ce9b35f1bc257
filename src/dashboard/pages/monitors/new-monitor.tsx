import { loadNewCheck, NewCheck } from '../monitors-and-tests/form/NewPage.tsx'
import { pageError } from '../page-error.tsx'

export const loader = loadNewCheck

export const ErrorBoundary = pageError({
  title: 'New monitor',
  notFound: 'There is no such monitor or test to fill the form in like. It may have been deleted.',
})

export function Component() {
  return <NewCheck kind="monitor" />
}
