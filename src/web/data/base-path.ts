/** The path prefix behind a proxy, without trailing slash: '' or '/charts'. The server writes it into `<base href>`. */
export const basePath = (): string => {
  const base = document.querySelector('base')?.getAttribute('href') ?? '/'
  return base.replace(/\/$/, '')
}

/** The product name that the operator configured. */
export const appName = (): string => document.querySelector<HTMLMetaElement>('meta[name="app-name"]')?.content || 'Chartroom'
