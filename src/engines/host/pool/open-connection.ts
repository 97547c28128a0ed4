import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Connection } from '../../engine.ts'
import { findEngine } from '../../index.ts'
import type { Address } from '../../shared/network-parameters.ts'
import type { ConnectionSpec, HostSettings } from '../protocol.ts'
import { checkedAddress } from '../reach/reach.ts'
import { TunnelFailure } from '../tunnel/tunnel-failure.ts'
import type { Tunnels } from '../tunnel/tunnels.ts'

type Opening = { settings: HostSettings; tunnels: Tunnels }

/** The parameters that an issue is about. */
const namesOf = (issue: z.core.$ZodIssue): string[] => {
  const place = issue.path.join('.')
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${place}.${key}`) : [place]
}

/** Rejects when the signal aborts: a name server may take longer than the connection may. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

type Far = { far: { host: string; port: number | undefined }; signal: AbortSignal }

/** Where a connection is opened: the near end of its tunnel, or the address that its host was checked to have. */
const nearest = async (
  { settings, tunnels }: Opening,
  spec: ConnectionSpec,
  { far: { host, port }, signal }: Far,
): Promise<Address | null> => {
  const { tunnel } = spec
  if (tunnel && port !== undefined)
    return tunnels.open(spec.key, { spec: tunnel, far: { host, port } }, { signal, idleMs: settings.idleMs, reach: settings.reach })
  const address = await Promise.race([checkedAddress(settings.reach, { host, port: port ?? 0 }), abortOf(signal)])
  return port === undefined ? null : address
}

/** @throws AppError when the engine is unknown or its parameters are not complete */
export const openConnection = async ({ settings, tunnels }: Opening, spec: ConnectionSpec, signal: AbortSignal): Promise<Connection> => {
  const engine = findEngine(spec.engine)
  if (!engine) throw new AppError('DATABASE_NOT_FOUND_ERROR', t('There is no engine named %(engine)s.', { engine: spec.engine }))
  const parameters = engine.parameters.safeParse(spec.parameters)
  if (!parameters.success) {
    const invalid = [...new Set(parameters.error.issues.flatMap(namesOf))]
    const type = invalid.includes('port') ? 'CONNECTION_INVALID_PORT_ERROR' : 'CONNECTION_MISSING_PARAMETERS_ERROR'
    throw new AppError(type, t('The connection cannot be used as it is: %(fields)s.', { fields: invalid.join(', ') }), {
      extra: { invalid },
    })
  }
  const late = AbortSignal.timeout(settings.connectTimeoutMs)
  try {
    const either = AbortSignal.any([signal, late])
    const { host, port } = parameters.data
    const via =
      host !== undefined && !engine.hostIsAccount && (await nearest({ settings, tunnels }, spec, { far: { host, port }, signal: either }))
    return await engine.connect(
      { ...parameters.data, ...(via && { via }) },
      {
        signal: either,
        key: spec.key,
        timezone: spec.timezone,
        attachments: spec.attachments,
        memoryLimitMb: settings.engineMemoryMb,
        threads: settings.threads,
        tempDirectory: settings.tempDirectory,
        drivers: settings.drivers,
      },
    )
  } catch (error) {
    // Each driver words it differently.
    if (error instanceof TunnelFailure) throw error
    throw late.aborted ? new Error('connection timed out', { cause: error }) : error
  }
}
