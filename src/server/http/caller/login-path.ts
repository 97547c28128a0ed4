import type { Config } from '../../start/config.ts'

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The login page's address, with `next` as the address to return to. */
export const loginPath = (config: Pick<Config, 'basePath'>, next: string): string =>
  `${config.basePath}/login/?next=${encodeURIComponent(next).replaceAll(/[!'()*]/g, percentEncode)}`

const home = /^\/(superset\/)?(welcome\/?)?$/

/** As `loginPath`, for a visit to a page: as in Superset, slashes in `next` stay unescaped, except for the home page. */
export const pageLoginPath = (config: Pick<Config, 'basePath'>, next: string): string =>
  home.test(next) ? loginPath(config, next) : loginPath(config, next).replaceAll('%2F', '/').replaceAll('%3F', '?')
