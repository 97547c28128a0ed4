/** Where the program stands behind a proxy, without the last slash: '' or '/charts'. The server writes it into `<base href>`. */
export const basePath = (): string => {
  const base = document.querySelector('base')?.getAttribute('href') ?? '/'
  return base.replace(/\/$/, '')
}

/** What the operator named the product. */
export const appName = (): string => document.querySelector<HTMLMetaElement>('meta[name="app-name"]')?.content || 'Chartroom'
