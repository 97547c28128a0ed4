import { paths } from '../paths.ts'

/** The page to open after a log-in: only a path of ours, else home. */
export const safeNext = (next: string | null): string =>
  next && /^\/(?![/\\])/.test(next) && !/^\/(login|welcome)/.test(next) ? next : paths.home
