import type { Finding } from './sources.ts'

type Locked = { optionalDependencies?: Record<string, string>; resolved?: string; integrity?: string; hasInstallScript?: boolean }
type Lock = { packages: Record<string, Locked> }

/** They only compile an optional speed-up; every installation ignores scripts. */
const mayHaveInstallScript = new Set(['node_modules/ssh2', 'node_modules/cpu-features'])

/** A package without a digest could be exchanged on its way; one with a script of its own runs code when it is installed. */
const untrusted = ([path, { integrity, hasInstallScript }]: [string, Locked]): string[] => [
  ...(path !== '' && !integrity?.startsWith('sha512-') ? [`${path} has no sha512 digest`] : []),
  ...(hasInstallScript && !mayHaveInstallScript.has(path) ? [`${path} runs a script when it is installed`] : []),
]

/** Every optional dependency that a package names must be in the lock: npm silently drops those it cannot find, and `npm ci` then fails on other machines. */
export const lockfileFaults = (lock: Lock): Finding[] => {
  const names = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => ({ path: 'package-lock.json', message: `${path || 'the project'} names ${name}, which the lock does not hold` })),
  )
  const hosts = Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved?.startsWith('http'))
    .map(([path]) => ({ path: 'package-lock.json', message: `${path} carries a download address` }))
  const faults = Object.entries(lock.packages).flatMap(untrusted)
  return [...missing, ...hosts, ...faults.map((message) => ({ path: 'package-lock.json', message }))]
}
