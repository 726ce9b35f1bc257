import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { followAddress, useAddress, withParam } from './use-address.ts'

function Choices() {
  const [params, change] = useAddress()
  return (
    <>
      <output>{params.toString()}</output>
      {['x', 'y'].map((name) => (
        <button key={name} onClick={() => change(withParam(name, '1'))}>
          {name}
        </button>
      ))}
    </>
  )
}

/** A page at /a whose changes load until `load` is called. */
async function started() {
  const changed = Promise.withResolvers<null>()
  const loader = ({ request }: { request: Request }) => (new URL(request.url).search ? changed.promise : null)
  const routes = ['/a', '/b'].map((path) => ({ path, loader, Component: Choices, HydrateFallback: () => null }))
  const router = createMemoryRouter(routes, { initialEntries: ['/a'] })
  followAddress(router)
  const screen = await render(<RouterProvider router={router} />)
  const choose = async (name: string) => {
    await screen.getByRole('button', { name }).click()
  }
  return { router, choose, shown: screen.getByRole('status'), load: () => changed.resolve(null) }
}

test('a change builds on the one before, although that is still loading', async () => {
  const { router, choose, shown, load } = await started()
  await choose('x')
  await choose('y')
  expect(shown.element().textContent).toBe('')
  load()
  await expect.element(shown).toHaveTextContent('x=1&y=1')
  await router.navigate('/a')
  await choose('y')
  await expect.element(shown).toHaveTextContent(/^y=1$/)
})

test('another page has its own parameters, and a change that was left for another address is gone', async () => {
  const { router, choose, shown, load } = await started()
  await choose('x')
  await router.navigate('/b')
  await choose('y')
  load()
  await expect.element(shown).toHaveTextContent(/^y=1$/)
})

test('a change that a form held back is gone', async () => {
  const { router, choose, shown, load } = await started()
  router.getBlocker('form', () => true)
  await choose('x')
  router.deleteBlocker('form')
  await choose('y')
  load()
  await expect.element(shown).toHaveTextContent(/^y=1$/)
})
