import { paths } from '../paths.ts'

/** Where to go on after a log-in: only an address of our own, else home. */
export const safeNext = (next: string | null): string =>
  next && /^\/(?![/\\])/.test(next) && !/^\/(login|welcome)/.test(next) ? next : paths.home
