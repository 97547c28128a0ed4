import { once } from 'node:events'
import type { ParametersToCheck } from '#api/bodies/database.ts'
import { AppError, AppErrors } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Engine } from '#engines/engine.ts'
import { findEngine } from '#engines/index.ts'
import { checkedAddress, type Reach } from '#engines/host/reach/reach.ts'
import { tunnelledSocket, type Address } from '#engines/shared/network-parameters.ts'
import { hasParametersForm, requiredParameters } from './describe.ts'
import { readDatabase } from '../store.ts'
import { databaseReach } from './reach.ts'
import { checkConnection, type ConnectionTest } from './try.ts'
import { engineOf } from './uri.ts'

const portTimeoutMs = 5_000

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

const formEngine = (name: string): Engine => {
  const engine = findEngine(name) ?? engineOf(name)
  if (engine && hasParametersForm(engine)) return engine
  const text = t('Engine "%(engine)s" cannot be configured through parameters.', { engine: name })
  throw new AppError('GENERIC_DB_ENGINE_ERROR', text, { status: 422 })
}

/**
 * Checks the filled fields of a form; tries to connect when the form is complete.
 * @throws AppErrors 422 with one error per invalid field; AppError 422 when the connection fails
 */
export const checkParameters = async (trying: ConnectionTest, body: ParametersToCheck): Promise<void> => {
  const engine = formEngine(body.engine)
  const { parameters = {} } = body
  const missing = requiredParameters(engine).filter((field) => !isFilled(parameters[field]))
  // Behind a tunnel the address is one of the SSH server's network.
  const reached = body.ssh_tunnel ? {} : parameters
  const [first, ...others] = [...missingFault(missing), ...(await addressFaults(databaseReach(trying.ctx.config), reached, trying.signal))]
  if (first) throw new AppErrors([first, ...others])
  await tryConnection(trying, body)
}

const missingFault = (missing: readonly string[]): AppError[] => {
  if (!missing.length) return []
  const text = t('One or more parameters are missing: %(missing)s', { missing: missing.join(', ') })
  return [new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', text, { status: 422, level: 'warning', extra: { missing } })]
}

const invalidField = (
  type: 'CONNECTION_INVALID_HOSTNAME_ERROR' | 'CONNECTION_INVALID_PORT_ERROR' | 'CONNECTION_PORT_CLOSED_ERROR',
  text: string,
  field: string,
) => [new AppError(type, text, { status: 422, extra: { invalid: [field] } })]

const addressFaults = async (reach: Reach, { host, port: given }: Record<string, unknown>, signal: AbortSignal): Promise<AppError[]> => {
  if (typeof host !== 'string' || host === '') return []
  const address = await checkedAddress(reach, { host, port: Number(given) }).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return null
  })
  if (!address) return invalidField('CONNECTION_INVALID_HOSTNAME_ERROR', t("The hostname provided can't be resolved."), 'host')
  if (!isFilled(given)) return []
  const port = Number(given)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return [
      ...(Number.isInteger(port) ? [] : invalidField('CONNECTION_INVALID_PORT_ERROR', t('Port must be a valid integer.'), 'port')),
      ...invalidField('CONNECTION_INVALID_PORT_ERROR', t('The port must be an integer between 0 and 65535 (inclusive).'), 'port'),
    ]
  }
  return (await isPortOpen(address, signal)) ? [] : invalidField('CONNECTION_PORT_CLOSED_ERROR', t('The port is closed.'), 'port')
}

const isPortOpen = async (address: Address, signal: AbortSignal): Promise<boolean> => {
  const socket = tunnelledSocket(address)
  try {
    socket.connect(0)
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(portTimeoutMs)]) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Tries to connect; a masked password is replaced by the stored one. */
const tryConnection = async (trying: ConnectionTest, { id, ...body }: ParametersToCheck): Promise<void> => {
  const stored = typeof id === 'number' ? await readDatabase(trying.ctx.db, id) : null
  const database_name = stored?.database_name ?? body.database_name
  try {
    await checkConnection(trying, { ...body, configuration_method: 'dynamic_form', database_name })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.type, error.message, { status: 422, level: error.level, extra: error.extra }, { cause: error })
  }
}
