import type { Config } from '../config.ts'

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Where somebody goes to sign in, and comes back from. */
export const loginPath = (config: Pick<Config, 'basePath'>, next: string): string =>
  `${config.basePath}/login/?next=${encodeURIComponent(next).replaceAll(/[!'()*]/g, percent)}`
