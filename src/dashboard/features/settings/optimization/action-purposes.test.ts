import { expect, test } from 'vitest'
import { actionNames } from '../../../../contract/index.ts'
import { actionPurposes } from './action-purposes.ts'

test('each action is in one group', () => {
  expect(actionPurposes.flatMap(({ actions }) => actions).toSorted()).toEqual(actionNames.toSorted())
})
