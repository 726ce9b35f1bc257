import { useConnectionNames } from './use-connection-names.ts'

interface Props {
  words: string
  /** A sample's view. A repeat view is mentioned. */
  view?: string | null | undefined
  /** Shows the limits next to the name rather than as a tooltip. */
  whole?: boolean
}

/** A connection's name, such as 4G, or its limits if it has none. */
export function ConnectionName({ words, view, whole = false }: Props) {
  const name = useConnectionNames()(words)
  const suffix = view === 'FULL' ? ', repeat view' : ''
  if (name === words) return <>{`${words}${suffix}`}</>
  if (whole) return <>{`${name}: ${words}${suffix}`}</>
  return <span title={words}>{`${name}${suffix}`}</span>
}
