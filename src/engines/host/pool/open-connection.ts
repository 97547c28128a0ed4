import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Connection } from '../../engine.ts'
import { findEngine } from '../../index.ts'
import type { ConnectionSpec, HostSettings } from '../protocol.ts'

/** @throws AppError when the engine is unknown or its parameters are not complete */
export const openConnection = async (settings: HostSettings, spec: ConnectionSpec, signal: AbortSignal): Promise<Connection> => {
  const engine = findEngine(spec.engine)
  if (!engine) throw new AppError('DATABASE_NOT_FOUND_ERROR', t('There is no engine named %(engine)s.', { engine: spec.engine }))
  const parameters = engine.parameters.safeParse(spec.parameters)
  if (!parameters.success) {
    const invalid = [...new Set(parameters.error.issues.map((issue) => issue.path.join('.')))]
    const type = invalid.includes('port') ? 'CONNECTION_INVALID_PORT_ERROR' : 'CONNECTION_MISSING_PARAMETERS_ERROR'
    throw new AppError(type, t('The connection cannot be used as it is: %(fields)s.', { fields: invalid.join(', ') }), {
      extra: { invalid },
    })
  }
  const late = AbortSignal.timeout(settings.connectTimeoutMs)
  try {
    return await engine.connect(parameters.data, {
      signal: AbortSignal.any([signal, late]),
      key: spec.key,
      timezone: spec.timezone,
      attachments: spec.attachments,
      memoryLimitMb: settings.engineMemoryMb,
      threads: settings.threads,
      tempDirectory: settings.tempDirectory,
    })
  } catch (error) {
    // Each driver words it differently.
    throw late.aborted ? new Error('connection timed out', { cause: error }) : error
  }
}
