import { useAddress } from '../navigation/use-address.ts'

/** Whether a chart is shown as a table, kept in the address. */
export function useAsTable(name: string): readonly [boolean, () => void] {
  const [params, setParams] = useAddress()
  const asTable = params.getAll('table').includes(name)
  const toggle = () =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (asTable) next.delete('table', name)
        else next.append('table', name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [asTable, toggle]
}
