import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { WholeSample } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { paths } from '../../../paths.ts'
import { earlierOf } from '../sample-data.ts'
import classes from './sample.module.css'

const periodWords = { day: 'a day earlier', week: 'a week earlier' } as const

/** Leads to comparisons with what was measured at the same time of an earlier day. Shows nothing where there is nothing. */
export function EarlierSamples({ scope, sample, id }: { scope: Scope; sample: WholeSample; id: string }) {
  const { data: earlier = [], isPending } = useQuery({ ...earlierOf(scope, sample), staleTime: 60_000 })
  // most samples have some, which then move nothing
  if (isPending) return <div className={classes.earlier}>&nbsp;</div>
  if (earlier.length === 0) return null
  return (
    <nav className={classes.earlier} aria-label="Earlier samples">
      Compare with
      {earlier.map(({ period, sampleId }) => (
        <Link key={period} to={paths.compareSamples(scope, [sampleId, id])}>
          {periodWords[period]}
        </Link>
      ))}
    </nav>
  )
}
