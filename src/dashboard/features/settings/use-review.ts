import { useAddress, withParam } from '../../kit/navigation/use-address.ts'

/** The dialog that lists all changes, which the address records. */
export function useReview() {
  const [params, setParams] = useAddress()
  const show = (isOpen: boolean) =>
    setParams(withParam('dialog', isOpen ? 'review' : null), { replace: !isOpen, preventScrollReset: true })
  return { isOpen: params.get('dialog') === 'review', open: () => show(true), close: () => show(false) }
}
