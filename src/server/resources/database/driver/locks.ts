import type { DriverPackage } from '#engines/shared/fetched/driver-package.ts'

/** By engine: exactly what belongs to its driver, as a lockfile of npm. */
const locks: Record<string, () => Promise<{ default: object }>> = {
  mssql: () => import('./locks/mssql.json', { with: { type: 'json' } }),
  snowflake: () => import('./locks/snowflake.json', { with: { type: 'json' } }),
  bigquery: () => import('./locks/bigquery.json', { with: { type: 'json' } }),
  databricks: () => import('./locks/databricks.json', { with: { type: 'json' } }),
}

export type Lock = { name: string; packages: object }

const isLock = (lock: object): lock is Lock =>
  'name' in lock && typeof lock.name === 'string' && 'packages' in lock && typeof lock.packages === 'object'

/** The lockfile of an engine's driver. */
export const lockOf = async (engine: string): Promise<Lock> => {
  const lock = (await locks[engine]?.())?.default
  if (!lock || !isLock(lock)) throw new Error(`no lockfile for the driver of ${engine}`)
  return lock
}

/** The package file that belongs to the lockfile. */
export const manifestOf = ({ name }: Lock, driver: DriverPackage): object => ({
  name,
  private: true,
  dependencies: { [driver.name]: driver.version },
})
