import { systemClock } from '../../src/service/world/world.ts'
import { demoSize } from './demo-size.ts'
import { startMock } from './mock.ts'
import { templateOf } from './template.ts'

/** Seeds the demo's world in a process of its own, sends it to the demo as a template, and waits to be stopped. */
const template = { ...templateOf('demo'), isLarge: true }
await startMock({
  clock: systemClock,
  size: demoSize,
  template,
})
process.send?.(template)
// its files go with it
process.once('SIGTERM', () => process.exit())
