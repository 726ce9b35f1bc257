import type { Trouble } from '../../contract/verdict.ts'

/** How many sites are in each kind of trouble. @param of counts those in one */
export function troubleCounts(of: (trouble: Trouble) => number): Readonly<Record<Trouble, number>> {
  return {
    down: of('down'),
    dns: of('dns'),
    slow: of('slow'),
    other: of('other'),
    maintenance: of('maintenance'),
    off: of('off'),
    idle: of('idle'),
    unchecked: of('unchecked'),
    healthy: of('healthy'),
  }
}
