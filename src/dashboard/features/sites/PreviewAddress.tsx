import { CopyButton } from '../../kit/values/CopyValue.tsx'
import copyable from '../../kit/values/CopyValue.module.css'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'

/** Where a site can be seen through the service before its visitors do. */
export function PreviewAddress({ url }: { url: string }) {
  return (
    <span className={copyable.value}>
      <ExternalLink href={url} isCut>
        {url}
      </ExternalLink>
      <CopyButton value={url} what="preview address" />
    </span>
  )
}
