import { loadNewPage, NewPage } from '../form/NewPage.tsx'
import { pageError } from '../../errors/page-error.tsx'

export const loader = loadNewPage

export const ErrorBoundary = pageError({
  title: 'New test',
  about: 'test',
  missing: 'The monitor or test to copy',
})

function NewTestPage() {
  return <NewPage kind="test" />
}

export { NewTestPage as Component }
