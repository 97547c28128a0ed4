import {
  themeBulkDelete,
  themeCreate,
  themeDelete,
  themeGet,
  themeInfo,
  themeList,
  themeRelated,
  themeSetDark,
  themeSetDefault,
  themeUnsetDark,
  themeUnsetDefault,
  themeUpdate,
} from '#api/theme.ts'
import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { related } from '../../list/related.ts'
import { themeShown, themeSpec } from './spec.ts'
import { createTheme, deleteThemes, setSystemTheme, updateTheme } from './store.ts'

/** Themes of the whole product and of dashboards. */
export const themes = (app: App): void => {
  const { ctx } = app
  serveRecords(app, themeSpec, { list: themeList, info: themeInfo })

  serve(app, themeRelated, async ({ principal, params, q }) => related(themeSpec, { ctx, principal }, params.column, q))

  serve(app, themeGet, async ({ principal, params, q }) =>
    getRecord({ ...themeSpec, listColumns: themeShown }, { ctx, principal }, params.pk, q),
  )

  serve(app, themeCreate, async ({ principal, body, reply }) => {
    reply.code(201)
    return createTheme({ ctx, by: principal }, body)
  })

  serve(app, themeUpdate, async ({ principal, params, body }) => updateTheme({ ctx, by: principal }, params.pk, body))

  const remove = async (principal: Principal, ids: readonly number[]) => {
    const count = await deleteThemes({ ctx, by: principal }, ids)
    return { message: t.plural(count, 'Deleted %(count)s theme', 'Deleted %(count)s themes') }
  }
  serve(app, themeDelete, async ({ principal, params }) => remove(principal, [params.pk]))
  serve(app, themeBulkDelete, async ({ principal, q }) => remove(principal, q))

  serve(app, themeSetDefault, async ({ principal, params }) => {
    await setSystemTheme({ ctx, by: principal }, 'is_system_default', params.pk)
    return { id: params.pk, result: 'success' }
  })
  serve(app, themeSetDark, async ({ principal, params }) => {
    await setSystemTheme({ ctx, by: principal }, 'is_system_dark', params.pk)
    return { id: params.pk, result: 'success' }
  })
  serve(app, themeUnsetDefault, async ({ principal }) => {
    await setSystemTheme({ ctx, by: principal }, 'is_system_default', null)
    return { result: 'success' }
  })
  serve(app, themeUnsetDark, async ({ principal }) => {
    await setSystemTheme({ ctx, by: principal }, 'is_system_dark', null)
    return { result: 'success' }
  })
}
