import { Connection as Wire } from 'pg'
import type { Client } from 'pg'
import { clientConfig } from './parameters.ts'
import type { PostgresParameters } from './parameters.ts'

const stopMs = 5_000

/** `pg` does not type these parts of its wire and client. */
type CancellingWire = Wire & {
  connect(port: number, host: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}
type Known = Client & { processID: number; secretKey: number }

/**
 * Asks the server to stop what runs on a client, by the protocol's own request: a connection of its own that needs neither login nor a
 * free place. Resolves when the server has closed it, which it does after it has sent its process the signal.
 */
export const requestStop = (parameters: PostgresParameters, client: Client): Promise<void> => {
  const { processID, secretKey } = client as Known
  const config = clientConfig(parameters, parameters.database, 0)
  const wire = new Wire(config) as CancellingWire
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('the request to stop was not taken')), stopMs)
  wire.on('error', reject)
  wire.on('end', resolve)
  wire.once('connect', () => (config.ssl ? wire.requestSsl() : wire.cancel(processID, secretKey)))
  wire.once('sslconnect', () => wire.cancel(processID, secretKey))
  wire.connect(parameters.port, parameters.host)
  return promise.finally(() => {
    clearTimeout(timer)
    wire.stream.destroy()
  })
}
