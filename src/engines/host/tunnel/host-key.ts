import { createHash } from 'node:crypto'

/** The fingerprint of a host key as `ssh-keygen -l` writes it. */
export const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** An SSH server shows another host key than the one that is trusted. */
export class HostKeyError extends Error {
  readonly hostKey: string

  constructor(hostKey: string) {
    super('the host key is not the trusted one')
    this.name = 'HostKeyError'
    this.hostKey = hostKey
  }
}
