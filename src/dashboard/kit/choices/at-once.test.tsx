import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { followAddress, useAddress, withParam } from '../navigation/use-address.ts'
import { Choice } from './Choice.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'

const options = ['one', 'two', 'three'].map((value) => ({ value, label: value }))

function Page() {
  const [params, change] = useAddress()
  const props = {
    value: params.get('n') ?? 'one',
    options,
    onChange: (value: string) => change(withParam('n', value)),
  }
  return (
    <>
      <output>{props.value}</output>
      <SegmentedControl label="Segments" {...props} />
      <Choice label="Select" {...props} />
    </>
  )
}

/** A page whose changes load until `load` is called. */
async function started() {
  const changed = Promise.withResolvers<null>()
  const loader = ({ request }: { request: Request }) => (new URL(request.url).search ? changed.promise : null)
  const router = createMemoryRouter([{ path: '/', loader, Component: Page, HydrateFallback: () => null }])
  followAddress(router)
  const screen = await render(<RouterProvider router={router} />)
  const segment = (name: string) => screen.getByRole('radio', { name, exact: true })
  const select = screen.getByRole('combobox', { name: 'Select' })
  return { router, segment, select, shown: screen.getByRole('status'), load: () => changed.resolve(null) }
}

describe('a choice that stands in the address', () => {
  test('is shown before the page has followed, and stays once it has', async () => {
    const { segment, select, shown, load } = await started()
    await segment('two').click()
    await expect.element(segment('two')).toBeChecked()
    expect(shown.element().textContent).toBe('one')
    await select.selectOptions('three')
    await expect.element(select).toHaveValue('three')
    expect(shown.element().textContent).toBe('one')
    load()
    await expect.element(shown).toHaveTextContent('three')
    await expect.element(segment('three')).toBeChecked()
    await expect.element(select).toHaveValue('three')
  })

  test('is as it was if the page stays', async () => {
    const { router, segment, select, shown } = await started()
    router.getBlocker('form', () => true)
    await segment('two').click()
    await expect.element(segment('one')).toBeChecked()
    await select.selectOptions('three')
    await expect.element(select).toHaveValue('one')
    router.deleteBlocker('form')
    await segment('three').click()
    await expect.element(segment('three')).toBeChecked()
    await router.navigate('/')
    await expect.element(segment('one')).toBeChecked()
    expect(shown.element().textContent).toBe('one')
  })
})
