import { Link } from 'react-router'
import { CopyButton } from '../../kit/values/CopyValue.tsx'
import copyable from '../../kit/values/CopyValue.module.css'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'

/** A dashboard address from the service, which may be on this dashboard or another. */
export function DashboardUrl({ url, what }: { url: string; what: string }) {
  const address = URL.parse(url)
  // a link within this dashboard stays in this tab, because another tab may have no session
  const isThisDashboard = address?.origin === window.location.origin
  return (
    <span className={copyable.value}>
      {isThisDashboard ? <Link to={address.pathname}>{url}</Link> : <ExternalLink href={url}>{url}</ExternalLink>}
      <CopyButton value={url} what={what} />
    </span>
  )
}
