import { useQuery } from '@tanstack/react-query'
import type { Query } from '../../api/queries.ts'
import { FetchProgress } from './FetchProgress.tsx'
import { Found } from './Found.tsx'
import { LastUpdated } from './LastUpdated.tsx'
import { QueryPanel } from './QueryPanel.tsx'
import { errors } from '../specimens/sample-data.ts'
import type { Specimens } from '../specimens/specimen.tsx'

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

export const specimens: Specimens = {
  QueryPanel: {
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
  LastUpdated: {
    purpose: 'Says how old the data on a page is, and refreshes it.',
    cases: [
      { state: 'Up to date', example: <Age of={answered} /> },
      { state: 'Updating', example: <Age of={pending} /> },
      { state: 'Failed', example: <Age of={failing} /> },
    ],
  },
  FetchProgress: {
    purpose: 'Shows how far a long download of samples has come.',
    cases: [
      { state: 'Under way', example: <FetchProgress done={977} of={2352} onCancel={nothing} /> },
      { state: 'Not begun', example: <FetchProgress done={0} of={0} /> },
    ],
  },
  Found: {
    purpose: 'Says to screen readers how many a search finds, and shows to everyone that there are none.',
    cases: [
      { state: 'Some', note: 'Only read out', example: <Found count={12} what={['site', 'sites']} searched="shop" /> },
      {
        state: 'None',
        example: (
          <Found count={0} what={['site', 'sites']} searched="fjrod">
            No site matches “fjrod”.
          </Found>
        ),
      },
    ],
  },
}
