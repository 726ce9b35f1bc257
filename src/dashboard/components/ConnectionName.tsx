import { useConnectionNames } from '../hooks/use-connection-names.ts'

interface Props {
  words: string
  /** Shows the limits beside the name rather than as a tooltip. */
  whole?: boolean
}

/** A connection's name, such as 4G, or its limits if it has none. */
export function ConnectionName({ words, whole = false }: Props) {
  const name = useConnectionNames()(words)
  if (name === words) return <>{words}</>
  if (whole) return <>{`${name}: ${words}`}</>
  return <span title={words}>{name}</span>
}
