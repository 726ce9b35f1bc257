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
      introduction="A monitor checks a page or an address at regular intervals, from one or more locations. Each site you add gets a monitor for its home page."
      refreshMs={() => refreshMs}
      table={(props) => <MonitorsTable {...props} />}
    />
  )
}

export { MonitorsPage as Component }
