import { Link } from 'react-router'
import { CopyButton } from '../../components/CopyValue.tsx'
import copyable from '../../components/CopyValue.module.css'
import { ExternalLink } from '../../components/ExternalLink.tsx'

/** A site's page as the account holder finds it: in this dashboard, or in the one that the service names. */
export function PortalAddress({ url }: { url: string }) {
  const address = URL.parse(url)
  // another tab would have no session
  const isHere = address?.origin === window.location.origin
  return (
    <span className={copyable.value}>
      {isHere ? <Link to={address.pathname}>{url}</Link> : <ExternalLink href={url}>{url}</ExternalLink>}
      <CopyButton value={url} what="the portal address" />
    </span>
  )
}
