import {
  changeMeRoute,
  changePasswordRoute,
  changePreferencesRoute,
  endOtherSessionsRoute,
  endSessionRoute,
  meRoute,
  myRolesRoute,
  sessionRoute,
  sessionsRoute,
} from '#api/me.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { userOf, type GuestPrincipal, type Principal, type UserPrincipal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { preferencesOf } from '../../access/preferences.ts'
import { clearRightsCache } from '../../access/principals.ts'
import { requireUser } from '../../access/require-user.ts'
import { csrfToken, endSessionById, endSessionsOf, sessionsOf } from '../../access/login/sessions.ts'
import type { Row } from '../../db/tables.ts'
import { readFeatureFlags } from '../../start/feature-flags.ts'
import { localeOf } from '../../http/language.ts'
import { serve, type App } from '../../http/serve.ts'
import { sessionToken, visitorToken } from '../../http/caller/session-cookie.ts'
import { changePassword } from './password.ts'
import { changeMe, readMe, rolePairs } from './store.ts'

const shown = (row: Row<'users'>) => ({
  result: {
    email: row.email ?? '',
    first_name: row.first_name,
    id: row.id,
    is_active: row.active === 1,
    is_anonymous: false,
    last_name: row.last_name,
    login_count: row.login_count,
    username: row.username,
  },
})

/** Viewers of embedded dashboards have no account, nor has a role that an administrator looks at the product as. */
const withoutAccount = (principal: Principal): GuestPrincipal | UserPrincipal | null => {
  if (principal.kind === 'guest') return principal
  const user = userOf(principal)
  return user?.viewedBy?.as === 'role' ? user : null
}

const shownGuest = ({ username, firstName = '', lastName = '' }: GuestPrincipal | UserPrincipal) => ({
  first_name: firstName,
  is_active: true,
  is_anonymous: false,
  last_name: lastName,
  username,
})

/** The current user: name, rights, password, preferences. */
export const me = (app: App): void => {
  const { ctx } = app
  const { db, config } = ctx

  serve(app, meRoute, async ({ principal }) => {
    const guest = withoutAccount(principal)
    return guest ? { result: shownGuest(guest) } : shown(await readMe(db, requireUser(principal).id))
  })

  serve(app, changeMeRoute, async ({ principal, body, request }) => {
    const { password, current_password: current, ...names } = body
    const user = requireUser(principal)
    if (Object.keys(body).length === 0) throw new MessageError(400, t('At least one field must be provided.'))
    if (password !== undefined) await changePassword(ctx, { user, request, password, current })
    const row = await changeMe(db, user.id, { ...names, changed_on: ctx.now().toISOString() })
    clearRightsCache(ctx)
    return shown(row)
  })

  serve(app, myRolesRoute, async ({ principal }) => {
    const guest = withoutAccount(principal)
    if (guest) {
      const pairs = [...guest.pairs].map((text) => text.split(' on '))
      const { firstName = '', lastName = '', username } = guest
      const roles = Object.fromEntries(guest.roles.map(({ name }) => [name, pairs]))
      return { result: { firstName, isActive: true, isAnonymous: false, lastName, permissions: {}, roles, username } }
    }
    const user = requireUser(principal)
    const row = await readMe(db, user.id)
    const roles = await rolePairs(
      db,
      user.roles.map((role) => role.id),
    )
    return {
      result: {
        createdOn: row.created_on,
        email: row.email ?? '',
        firstName: row.first_name,
        isActive: row.active === 1,
        isAnonymous: false,
        lastName: row.last_name,
        loginCount: row.login_count,
        permissions: {},
        roles,
        userId: row.id,
        username: row.username,
      },
    }
  })

  serve(app, changePasswordRoute, async ({ principal, body, request }) => {
    await changePassword(ctx, { user: requireUser(principal), request, password: body.password, current: body.current_password })
    return { message: 'OK' }
  })

  serve(app, changePreferencesRoute, async ({ principal, body }) => {
    const { id } = requireUser(principal)
    const known = preferencesOf(await readMe(db, id))
    const merged = Object.fromEntries(Object.entries({ ...known, ...body }).filter(([, value]) => value !== null && value !== undefined))
    await changeMe(db, id, { preferences: JSON.stringify(merged) })
    clearRightsCache(ctx)
    return { result: merged }
  })

  serve(app, sessionsRoute, async ({ principal, request }) => {
    const user = requireUser(principal)
    return { result: await sessionsOf(ctx, user.id, sessionToken(request, user)) }
  })

  serve(app, endSessionRoute, async ({ principal, params }) => {
    if (!(await endSessionById(ctx, requireUser(principal).id, params.session_id))) throw notFound()
    return { message: 'OK' }
  })

  serve(app, endOtherSessionsRoute, async ({ principal, request }) => {
    const user = requireUser(principal)
    await endSessionsOf(ctx, user.id, sessionToken(request, user))
    return { message: 'OK' }
  })

  serve(app, sessionRoute, async ({ principal, request, reply }) => {
    const user = userOf(principal)
    const row = user && !withoutAccount(user) ? await readMe(db, user.id) : null
    const preferences = row ? preferencesOf(row) : {}
    // Whom a proxy names may not have a cookie yet.
    const cookie = user && user.via === 'session' ? visitorToken(ctx, request, reply) : undefined
    return {
      app_name: config.appName,
      user: user && {
        id: user.id,
        username: user.username,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email ?? '',
        has_password: row !== null && row.password !== null,
        roles: [...user.roles],
        groups: [...user.groups],
      },
      viewing: user?.viewedBy ? { as: user.viewedBy.as, until: user.viewedBy.until } : null,
      pairs: principal.kind === 'job' ? [] : [...principal.pairs],
      feature_flags: readFeatureFlags(config),
      locale: await localeOf(ctx, { request, principal }),
      theme: preferences.theme ?? 'system',
      timezone: config.timezone,
      default_time_filter: config.defaultTimeFilter,
      default_viz_type: config.defaultVizType,
      denied_viz_types: config.deniedVizTypes,
      auto_refresh: { mode: config.refreshMode, limit: config.refreshLimit, warning: config.refreshWarning },
      preferences,
      csrf_token: cookie ? csrfToken(ctx, cookie) : '',
      limits: {
        row_limit: config.rowLimit,
        samples_row_limit: config.samplesRowLimit,
        sql_max_row: config.sqlMaxRow,
        upload_limit: config.uploadLimit,
        query_timeout: config.queryTimeout,
      },
    }
  })
}
