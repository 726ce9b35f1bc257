import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'

test('without name servers of its own, a resolver leaves the threads that getaddrinfo would block alone', async () => {
  const spies = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns.promises, 'lookup')]
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  })
  vi.resetModules()
  const { resolverFor } = await import('./resolver.ts')
  // whether the machine's own servers answer doesn't matter
  await resolverFor([], 20)
    .lookup('name.invalid')
    .catch(() => undefined)
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})
