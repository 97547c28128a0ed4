import { accessExplain } from '#api/access.ts'
import { serve, type App } from '../../http/serve.ts'
import { explainAccess } from './explain.ts'

/** Who sees what, and why. */
export const access = (app: App): void => {
  serve(app, accessExplain, async ({ principal, params, query }) => ({
    result: await explainAccess(app.ctx, principal, { kind: params.kind, id: params.pk, user: query.user ?? null }),
  }))
}
