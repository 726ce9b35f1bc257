import { ListPage, loadListPage } from './list/ListPage.tsx'
import { pageError } from '../errors/page-error.tsx'
import { MonitorsTable } from './MonitorsTable.tsx'

const refreshMs = 60_000

export const loader = loadListPage('monitor')

export const ErrorBoundary = pageError({ title: 'Monitors' })

function MonitorsPage() {
  return (
    <ListPage
      kind="monitor"
      introduction="A monitor opens a page every few minutes and tells you when it’s slow or down. Each site gets one for its home page."
      refreshMs={() => refreshMs}
      table={(props) => <MonitorsTable {...props} />}
    />
  )
}

export { MonitorsPage as Component }
