import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** A driver that is no part of the product: it is installed into the data directory when somebody wants it. */
export type DriverPackage = {
  /** The npm package. */
  name: string
  version: string
  /** What it takes on disk with all that it needs. */
  sizeMb: number
}

/** Its folder among the installed drivers; another version has another one. */
export const driverFolder = (drivers: string, { name, version }: DriverPackage): string =>
  join(drivers, `${name.replaceAll(/[@/]+/g, '-').replace(/^-/, '')}-${version}`)

export const isInstalled = (drivers: string, driver: DriverPackage): boolean => existsSync(driverFolder(drivers, driver))

/**
 * The module of an installed driver; `isDriver` tells whether it has what is used of it.
 * @throws AppError when it is not installed
 */
export const loadDriver = <T>(drivers: string | undefined, driver: DriverPackage, isDriver: (module: unknown) => module is T): T => {
  if (drivers === undefined || !isInstalled(drivers, driver))
    throw new AppError('GENERIC_COMMAND_ERROR', t('The driver %(name)s is not installed on this server.', { name: driver.name }), {
      status: 422,
    })
  const module: unknown = createRequire(join(driverFolder(drivers, driver), 'package.json'))(driver.name)
  if (isDriver(module)) return module
  throw new AppError('GENERIC_COMMAND_ERROR', t('The driver %(name)s is damaged: install it again.', { name: driver.name }))
}
