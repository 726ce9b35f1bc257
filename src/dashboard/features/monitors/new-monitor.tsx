import { loadNewPage, NewPage } from './form/NewPage.tsx'
import { pageError } from '../errors/page-error.tsx'

export const loader = loadNewPage

export const ErrorBoundary = pageError({
  title: 'New monitor',
  about: 'monitor',
  missing: 'The monitor or test to copy',
})

function NewMonitorPage() {
  return <NewPage kind="monitor" />
}

export { NewMonitorPage as Component }
