import { createConnection } from 'mysql2'
import type { Connection as Wire } from 'mysql2'
import { connectionOptions } from './parameters.ts'
import type { MysqlParameters } from './parameters.ts'

/** A connection to the server; given up when the signal is aborted. */
export const openWire = (parameters: MysqlParameters, signal: AbortSignal): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const wire = createConnection(connectionOptions(parameters))
    const giveUp = () => {
      wire.destroy()
      reject(new Error('connection timed out'))
    }
    signal.addEventListener('abort', giveUp, { once: true })
    wire.on('error', () => {})
    wire.connect((error) => {
      signal.removeEventListener('abort', giveUp)
      if (error) {
        wire.destroy()
        reject(error)
      } else resolve(wire)
    })
  })
