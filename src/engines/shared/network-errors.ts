import type { ErrorPattern } from '../dialect.ts'

/** Node's network errors, for all drivers; texts deliberately omit hosts and ports. */
export const networkErrors: ErrorPattern[] = [
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
