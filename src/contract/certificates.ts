import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { time } from './fields.ts'

/**
 * Where a site is with the certificate that the service gets for it. `off`: this service gets none by itself. `none`: the
 * site isn't live, so it gets none. `waiting`: it's to be got. `valid`: there is one. `failing`: the last attempt failed, with
 * or without a certificate that is still good. `expired`: there is one that isn't. Another service may report others.
 */
export const certificateStatuses = ['off', 'none', 'waiting', 'valid', 'failing', 'expired'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

const maybe = z.nullable(time)

export const certificateRecord = z.looseObject({
  /** One of `certificateStatuses`. */
  status: z.string(),
  /** The host it's for, without port; null for a site without a host. */
  hostname: z.nullable(z.string()),
  /** The counterpart that it's for, too: see `sites.redirect`. Null for none. */
  counterpart: z.optional(z.nullable(z.string())),
  issuer: z.nullable(z.string()),
  valid_from: maybe,
  valid_until: maybe,
  /** The last attempt to get or renew it. */
  attempted_at: maybe,
  /** The next one; null while there is none to come. */
  next_attempt_at: maybe,
  /** Why the last attempt failed, in a sentence; null if it didn't. */
  problem: z.nullable(z.string()),
})
export type CertificateRecord = z.output<typeof certificateRecord>

export const readCertificate = scoped({
  id: 'sites.certificate',
  extension: true,
  method: 'GET',
  path: '/sites/{site_id}/certificate',
  summary: "Read the state of a site's certificate",
  description:
    'The certificate that the service gets for the site from a certificate authority. Certificates that the operator installs on the edge are not included.',
  reply: certificateRecord,
})

export const renewCertificate = scoped({
  id: 'sites.renewCertificate',
  extension: true,
  method: 'POST',
  path: '/sites/{site_id}/certificate/renew',
  summary: 'Request a missing or due certificate now',
  description: 'At most once every five minutes (429). The reply shows the state before the attempt.',
  reply: certificateRecord,
  refusals: { 409: 'The service gets no certificates, the site is not live, or its certificate is good.' },
})
