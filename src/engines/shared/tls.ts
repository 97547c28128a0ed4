import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { ConnectionParameters } from '../engine.ts'

/** How much of the server's certificate is checked: nothing, who signed it, or also that it is for this host. */
export type CertificateCheck = 'none' | 'authority' | 'host'

type Certificates = Pick<ConnectionParameters, 'certificate' | 'clientCertificate' | 'clientKey'>

/** TLS with a connection's own certificates. */
export const tlsOptions = (
  check: CertificateCheck,
  { certificate, clientCertificate, clientKey }: Certificates,
): Pick<ConnectionOptions, 'rejectUnauthorized' | 'ca' | 'cert' | 'key' | 'checkServerIdentity'> => ({
  rejectUnauthorized: check !== 'none',
  ...(certificate !== undefined && { ca: certificate }),
  ...(clientCertificate !== undefined && { cert: clientCertificate }),
  ...(clientKey !== undefined && { key: clientKey }),
  checkServerIdentity: (host, found) => (check === 'host' ? checkServerIdentity(host, found) : undefined),
})
