import { ListPage, loadListPage } from '../monitors-and-tests/list/ListPage.tsx'
import { pageError } from '../page-error.tsx'
import { MonitorsTable } from './MonitorsTable.tsx'

const freshMs = 60_000

export const loader = loadListPage('monitor')

export const ErrorBoundary = pageError({ title: 'Monitors' })

export function Component() {
  return (
    <ListPage
      kind="monitor"
      meaning="A monitor checks an address again and again, from one place or several. Adding a site makes one of its home page."
      freshMs={() => freshMs}
      table={(props) => <MonitorsTable {...props} />}
    />
  )
}
