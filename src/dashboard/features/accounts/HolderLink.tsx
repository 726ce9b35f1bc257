import { useParams, useSearchParams } from 'react-router'
import { AccountChooser } from './AccountChooser.tsx'
import AccountFinder from './AccountFinder.tsx'
import { soughtIn } from './find-account.ts'

/** Leads a partner who opens an account holder's link to the same page of the account. */
export default function HolderLink() {
  const [query] = useSearchParams()
  const sought = soughtIn(useParams(), query)
  return sought ? <AccountFinder sought={sought} /> : <AccountChooser />
}
