import { useLineNames } from '../api/line-names.ts'

/** What a line is called; its numbers on hover. */
export function LineName({ words }: { words: string }) {
  const name = useLineNames()(words)
  return <span title={name === words ? undefined : words}>{name}</span>
}
