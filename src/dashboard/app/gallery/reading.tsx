import { useQuery } from '@tanstack/react-query'
import type { Query } from '../../api/queries.ts'
import { FetchProgress } from '../../kit/reading/FetchProgress.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { QueryPanel } from '../../kit/reading/QueryPanel.tsx'
import { errors } from './sample-data.ts'
import type { Group } from './specimen.tsx'

const nothing = () => undefined

const query = (name: string, queryFn: () => Promise<string>): Query<string> => ({
  queryKey: [`gallery.${name}`, {}],
  queryFn,
})
const answered = query('answered', async () => 'Two profiles: General and Campaign.')
const pending = query('pending', () => new Promise<string>(nothing))
const failing = query('failing', () => Promise.reject(errors.unreachable))

/** Runs the query, so that `LastUpdated` has an age to show. */
function Age({ of }: { of: Query<string> }) {
  useQuery(of)
  return <LastUpdated of={[of]} />
}

export const reading: Group = {
  title: 'Reading data',
  specimens: [
    {
      source: 'kit/reading/QueryPanel',
      purpose: 'Loads one part of a page, which can fail and be retried without the rest.',
      cases: [
        {
          state: 'Loaded',
          example: (
            <QueryPanel query={answered} what="The profiles">
              {(text) => <p>{text}</p>}
            </QueryPanel>
          ),
        },
        {
          state: 'Loading',
          example: (
            <QueryPanel query={pending} what="The profiles">
              {(text) => <p>{text}</p>}
            </QueryPanel>
          ),
        },
        {
          state: 'Failed',
          example: (
            <QueryPanel query={failing} what="The profiles">
              {(text) => <p>{text}</p>}
            </QueryPanel>
          ),
        },
      ],
    },
    {
      source: 'kit/reading/LastUpdated',
      purpose: 'Says how old the data on a page is, and refreshes it.',
      cases: [
        { state: 'Up to date', example: <Age of={answered} /> },
        { state: 'Updating', example: <Age of={pending} /> },
        { state: 'Failed', example: <Age of={failing} /> },
      ],
    },
    {
      source: 'kit/reading/FetchProgress',
      purpose: 'Shows how far a long download of samples has come.',
      cases: [
        { state: 'Under way', example: <FetchProgress done={977} of={2352} onCancel={nothing} /> },
        { state: 'Not begun', example: <FetchProgress done={0} of={0} /> },
      ],
    },
  ],
}
