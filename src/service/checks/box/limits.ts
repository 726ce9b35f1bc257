import { bytes, count, limits, time } from '../../../shared/limit.ts'

export const browserLimits = limits({
  slots: count(2, 'Concurrent page checks of a runner; 1 on fewer than 4 cores'),
  memory: bytes(1536 * 2 ** 20, 'Memory of all its processes, shared memory not counted'),
  heap: bytes(384 * 2 ** 20, 'JavaScript memory of the process that controls it'),
  renderers: count(16, 'Renderer processes; further sites share them'),
  processes: count(64, 'All its processes'),
  start: time(60_000, 'For it to start'),
  grace: time(4500, 'For the sample to arrive after the time limits of its views; then the browser is killed'),
  close: time(3000, 'For it to close all of a page after the sample has arrived; then it is killed'),
  cpu: time(10_000, 'CPU time of a check; after that, it only gets what nothing else wants'),
  idle: time(10_000, "That it waits for its tenant's next check"),
})
