import { useConnectionNames } from '../hooks/use-connection-names.ts'

interface Props {
  words: string
  /** With its numbers beside it, instead of on hover. */
  whole?: boolean
}

/** What a line is called. */
export function ConnectionName({ words, whole = false }: Props) {
  const name = useConnectionNames()(words)
  if (name === words) return <>{words}</>
  if (whole) return <>{`${name}: ${words}`}</>
  return <span title={words}>{name}</span>
}
