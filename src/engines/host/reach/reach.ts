import { lookup } from 'node:dns/promises'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Address } from '../../shared/network-parameters.ts'
import { mayReach, type Purpose } from './networks.ts'

/** Where databases may be: private networks are among it for the purpose `database`; `allowed` are networks that always are. */
export type Reach = { purpose: Exclude<Purpose, 'web'>; allowed: readonly string[] }

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/**
 * An address with what its name stands for, so that it is not resolved again: a name server may answer otherwise the second time.
 * @throws AppError when one of its addresses is not allowed, and the error of the name server
 */
export const checkedAddress = async (reach: Reach, { host, port }: Address, resolve = resolveAll): Promise<Address> => {
  const resolved = await resolve(host)
  if (!resolved.length || !resolved.every(({ address }) => mayReach(address, reach)))
    throw new AppError('CONNECTION_ACCESS_DENIED_ERROR', t('The address of %(host)s is not allowed.', { host }), {
      status: 422,
      extra: { invalid: ['host'] },
    })
  return { host, port, resolved }
}
