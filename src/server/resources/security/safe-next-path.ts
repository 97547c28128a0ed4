import type { Config } from '../../start/config.ts'

/** The path to go to after login; anything but our own pages is replaced, to prevent open redirects. */
export const safeNextPath = ({ basePath }: Pick<Config, 'basePath'>, next: string | undefined): string => {
  const origin = 'http://own.invalid'
  const url = next && URL.canParse(next, origin) ? new URL(next, origin) : null
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//') && !url.pathname.startsWith('/login')
  if (!isOwn) return `${basePath}/`
  const path = url.pathname + url.search + url.hash
  return basePath && !`${path}/`.startsWith(`${basePath}/`) ? basePath + path : path
}
