/** A tunnel cannot be opened, or was lost; its cause is the error of the SSH client. */
export class TunnelFailure extends Error {
  constructor(cause: unknown) {
    super('tunnel failed', { cause })
    this.name = 'TunnelFailure'
  }
}
