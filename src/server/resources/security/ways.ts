import type { Config } from '../../start/config.ts'

/** Where to go after signing in: only ever an address of our own, whatever a link asked for. */
export const ownPath = ({ basePath }: Pick<Config, 'basePath'>, next: string | undefined): string => {
  const origin = 'http://own.invalid'
  const url = next && URL.canParse(next, origin) ? new URL(next, origin) : null
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//') && !url.pathname.startsWith('/login')
  if (!isOwn) return `${basePath}/`
  const path = url.pathname + url.search + url.hash
  return basePath && !`${path}/`.startsWith(`${basePath}/`) ? basePath + path : path
}
