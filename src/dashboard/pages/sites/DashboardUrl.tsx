import { Link } from 'react-router'
import { CopyButton } from '../../components/CopyValue.tsx'
import copyable from '../../components/CopyValue.module.css'
import { ExternalLink } from '../../components/ExternalLink.tsx'

/** An address that the service builds for a dashboard's pages: this one's, or another's. */
export function DashboardUrl({ url, what }: { url: string; what: string }) {
  const address = URL.parse(url)
  // another tab would have no session
  const isHere = address?.origin === window.location.origin
  return (
    <span className={copyable.value}>
      {isHere ? <Link to={address.pathname}>{url}</Link> : <ExternalLink href={url}>{url}</ExternalLink>}
      <CopyButton value={url} what={what} />
    </span>
  )
}
