import { asyncEventsRoute, domainsRoute, menuRoute, pluginsRoute, versionRoute } from '#api/product.ts'
import { serve, type App } from '../../http/serve.ts'
import pack from '../../../../package.json' with { type: 'json' }
import { buildMenu } from './menu.ts'

export const product = (app: App): void => {
  serve(app, menuRoute, async ({ principal }) => ({ result: buildMenu(principal) }))
  serve(app, domainsRoute, async () => ({ result: { domains: null } }))
  serve(app, asyncEventsRoute, async () => ({ result: [] }))
  serve(app, pluginsRoute, async () => ({ result: [] }))
  serve(app, versionRoute, async () => ({ version_string: pack.version, version_sha: '', build_number: null }))
}
