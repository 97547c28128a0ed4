import type { ErrorPattern } from '../dialect.ts'

/** Node's network errors, for all drivers; texts deliberately omit hosts and ports. */
export const networkErrors: ErrorPattern[] = [
  {
    pattern: /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/i,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'The certificate of the server is for another host.',
    extra: ['host', 'server_cert'],
  },
  {
    pattern: /CERT_HAS_EXPIRED|certificate has expired|CERT_NOT_YET_VALID/i,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'The certificate of the server is not valid at this time.',
    extra: ['server_cert'],
  },
  {
    pattern:
      /SELF_SIGNED_CERT|self[- ]signed certificate|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|unable to (?:verify the first|get (?:local )?issuer) certificate|CERT_SIGNATURE_FAILURE|certificate signature failure/i,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message:
      'The certificate of the server is not signed by a trusted authority. Enter the root certificate, or choose an SSL mode that does not check it.',
    extra: ['server_cert'],
  },
  {
    pattern: /server does not support (?:SSL|secure) connections?/i,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'The server does not support encrypted connections.',
    extra: ['encryption'],
  },
  {
    pattern: /ERR_OSSL_(?:PEM|X509|ASN1|EVP)\w*|PEM routines|key values mismatch|asn1 encoding routines/i,
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'A certificate or key of the connection cannot be read.',
    extra: ['server_cert'],
  },
  {
    pattern: /getaddrinfo (ENOTFOUND|EAI_AGAIN)|could not translate host name/i,
    type: 'CONNECTION_INVALID_HOSTNAME_ERROR',
    message: 'The hostname cannot be resolved.',
    extra: ['host'],
  },
  {
    pattern: /ECONNREFUSED|Connection refused/i,
    type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: 'The port on the host refused the connection.',
    extra: ['host', 'port'],
  },
  {
    pattern: /ERR_SOCKET_BAD_PORT|options\.port should be|port should be >= 0/i,
    type: 'CONNECTION_INVALID_PORT_ERROR',
    message: 'The port is not a number between 0 and 65535.',
    extra: ['port'],
  },
  {
    pattern:
      /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|connect(ion)? time(d )?out|timeout expired|timeout exceeded when trying to connect/i,
    type: 'CONNECTION_HOST_DOWN_ERROR',
    message: 'The host might be down, and cannot be reached on the port.',
    extra: ['host', 'port'],
  },
  {
    // At the beginning, as a server's own text may repeat such words from a statement.
    pattern:
      /^(?:E[A-Z]+ )?(?:(?:read |write )?E(?:CONNRESET|PIPE)|Connection (?:terminated|lost|was killed)|terminating connection due to|server closed the connection|Can't add new command when connection is in closed state|socket hang up|other side closed)/i,
    type: 'CONNECTION_HOST_DOWN_ERROR',
    message: 'The connection to the database was lost before it had answered.',
    extra: ['host', 'port'],
  },
]
