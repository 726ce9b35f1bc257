import { readState, writeState, type ExplorerState, type SourceSelection } from '../explorer-state.ts'
import { useAddress } from '../../../kit/navigation/use-address.ts'

/** The explorer's state and how to change it. The address also holds the open sample and dialog. */
export function useExplorerState() {
  const [params, setParams] = useAddress()
  const change = (to: Partial<ExplorerState>) => setParams((now) => writeState(now, to), { preventScrollReset: true })
  const setOne = (name: 'sample' | 'dialog', value: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      // leaving it replaces its place in the history, so that “back” doesn't open it again
      { replace: value === undefined, preventScrollReset: true },
    )
  const selectSources = (sources: readonly SourceSelection[]) =>
    setParams(
      (now) => {
        const next = writeState(now, { sources })
        next.delete('dialog')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    selectSources,
    state: readState(params),
    change,
    sample: params.get('sample') ?? undefined,
    open: (id: string | undefined) => setOne('sample', id),
    dialog: params.get('dialog'),
    setDialog: (name: 'pick' | 'export' | undefined) => setOne('dialog', name),
  }
}
