import { readCertificate, renewCertificate, type CertificateRecord } from '../../../contract/index.ts'
import { changeScoped } from '../../api/change.ts'
import { ifOffered } from '../../api/queries.ts'
import { scopedQuery, type Scope } from '../../api/scope.ts'

/** A site's certificate; null if the service doesn't report it. */
export function certificateOf(scope: Scope, siteId: string) {
  return ifOffered(scopedQuery(readCertificate, scope, { path: { site_id: siteId } }))
}

/** Has the service try now to get a certificate. The reply is the state before. */
export function renewNow(scope: Scope, siteId: string): Promise<CertificateRecord> {
  return changeScoped(renewCertificate, scope, { path: { site_id: siteId } })
}
