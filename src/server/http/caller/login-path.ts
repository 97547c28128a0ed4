import type { Config } from '../../start/config.ts'

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Where somebody goes to sign in, and comes back from. */
export const loginPath = (config: Pick<Config, 'basePath'>, next: string): string =>
  `${config.basePath}/login/?next=${encodeURIComponent(next).replaceAll(/[!'()*]/g, percent)}`

const home = /^\/(superset\/)?(welcome\/?)?$/

/** The same from a page, whose slashes stay, but for the first page. */
export const pageLoginPath = (config: Pick<Config, 'basePath'>, next: string): string =>
  home.test(next) ? loginPath(config, next) : loginPath(config, next).replaceAll('%2F', '/').replaceAll('%3F', '?')
