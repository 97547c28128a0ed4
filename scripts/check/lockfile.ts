import type { Finding } from './sources.ts'

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }> }

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
  return [...missing, ...hosts]
}
