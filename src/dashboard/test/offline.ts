import { onTestFinished, vi } from 'vitest'
import type { StubService } from './stub-service.ts'

/** Takes the device off the network, until the test ends or `goOnline` is called. */
export function goOffline(service: StubService): { goOnline: () => void } {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  service.setReachable(false)
  window.dispatchEvent(new Event('offline'))
  const goOnline = () => {
    onLine.mockRestore()
    service.setReachable(true)
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(goOnline)
  return { goOnline }
}
