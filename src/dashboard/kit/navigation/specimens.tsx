import type { Specimens } from '../specimens/specimen.tsx'
import { SubTabs } from './SubTabs.tsx'

export const specimens: Specimens = {
  SubTabs: {
    purpose: 'Leads to the parts of one place.',
    cases: [
      {
        state: 'Default',
        example: (
          <SubTabs
            label="Settings"
            tabs={[
              { label: 'Optimization', to: '#SubTabs', isCurrent: true },
              { label: 'Rules', to: '#Badge', isCurrent: false, count: 6 },
            ]}
          />
        ),
      },
    ],
  },
}
