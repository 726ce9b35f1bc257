import { EmptyCell } from '../../kit/values/Measured.tsx'

/** In place of a preview address. */
export function NoPreview() {
  return <EmptyCell why="No preview without the optimizer" />
}
