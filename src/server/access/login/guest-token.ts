import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { pair, type GuestPrincipal, type Pair } from '#core/access/principal.ts'
import { BodyError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import { cachedUntilChange } from '../../db/cached-until-change.ts'
import { derivedKey } from '../../secrets/secrets.ts'
import { pairsOf } from '../principals.ts'
import { publicLinks } from './public-links.ts'

/** The claims of a guest token, named as Superset names them. */
const claims = z.object({
  user: z.object({ username: z.string().optional(), first_name: z.string().optional(), last_name: z.string().optional() }),
  // A public link is named by its key, so that the token ends with it.
  resources: z.array(z.object({ type: z.enum(['dashboard', 'public_link']), id: z.string() })),
  rls_rules: z.array(z.object({ dataset: z.number().nullish(), clause: z.string() })),
  type: z.literal('guest'),
})

export type GuestClaims = Omit<z.infer<typeof claims>, 'type'>

const audience = 'embedded'

/** Every installation signs with a key of its own. */
const keyOf = (ctx: Pick<Context, 'config'>) => derivedKey(ctx.config.secretKey, 'guest')

type Signing = Pick<Context, 'config' | 'now'>

export const issueGuestToken = (ctx: Signing, given: GuestClaims): Promise<string> =>
  new SignJWT({ ...given, type: 'guest' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(ctx.now())
    .setExpirationTime(new Date(ctx.now().getTime() + ctx.config.guestTokenSeconds * 1000))
    .sign(keyOf(ctx))

/** Why a token is refused. */
export type TokenFault = 'expired' | 'foreign' | 'unreadable' | 'other kind'

/** The claims of a valid token, or why it is refused. */
export const readGuestToken = async (
  ctx: Signing,
  token: string,
): Promise<{ claims: GuestClaims; expiresOn: Date } | { fault: TokenFault }> => {
  try {
    const { payload } = await jwtVerify(token, keyOf(ctx), {
      algorithms: ['HS256'],
      audience,
      currentDate: ctx.now(),
      requiredClaims: ['exp', 'iat'],
    })
    const read = claims.safeParse(payload)
    return read.success ? { claims: read.data, expiresOn: new Date((payload.exp ?? 0) * 1000) } : { fault: 'other kind' }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { fault: 'expired' }
    if (error instanceof errors.JWTClaimValidationFailed) return { fault: 'other kind' }
    if (error instanceof errors.JWSSignatureVerificationFailed) return { fault: 'foreign' }
    return { fault: 'unreadable' }
  }
}

export const faultText = (fault: TokenFault): string =>
  ({
    expired: t('The guest token has expired.'),
    foreign: t('The guest token was signed by another installation, or its secret key has changed.'),
    unreadable: t('The guest token could not be read.'),
    'other kind': t('The token is not a guest token.'),
  })[fault]

/** What every guest may do with the dashboards of the token. */
const givenPairs: readonly Pair[] = [
  pair('can_read', 'Chart'),
  pair('can_read', 'Dashboard'),
  pair('can_read', 'EmbeddedDashboard'),
  pair('can_read', 'CurrentUserRestApi'),
  pair('can_read', 'DashboardFilterStateRestApi'),
  pair('can_read', 'DashboardPermalinkRestApi'),
  pair('can_write', 'DashboardPermalinkRestApi'),
  pair('can_time_range', 'Api'),
]

/** What guests may do besides if their role may: look at charts as tables, download, see the rows behind a figure, drill by. All else that the role may stays closed. */
const optionalPairs: readonly Pair[] = [
  pair('can_view_chart_as_table', 'Dashboard'),
  pair('can_csv', 'Superset'),
  pair('can_drill', 'Dashboard'),
  pair('can_samples', 'Datasource'),
  pair('can_get_drill_info', 'Dataset'),
]

const guestRights = cachedUntilChange(async (ctx: Pick<Context, 'db'>, role: string) => {
  const roles = await ctx.db.selectFrom('roles').select(['id', 'name']).where('name', '=', role).execute()
  const ofRole = await pairsOf(
    ctx.db,
    roles.map(({ id }) => id),
  )
  return { roles, pairs: [...givenPairs, ...optionalPairs.filter((one) => ofRole.has(one))] }
})

/** The uuids of dashboards by the ids that tokens name: the uuid of an embedding, or the id of an embedded dashboard. */
export const embeddedDashboards = cachedUntilChange(async (ctx: Pick<Context, 'db'>): Promise<Map<string, string>> => {
  const rows = await ctx.db
    .selectFrom('embedded_dashboards')
    .innerJoin('dashboards', 'dashboards.id', 'embedded_dashboards.dashboard_id')
    .select(['embedded_dashboards.uuid as embedding', 'dashboards.id', 'dashboards.uuid'])
    .where('dashboards.deleted_at', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ embedding, id, uuid }) => [[embedding, uuid] as const, [String(id), uuid] as const]))
})

/** Visitors with a public link have the permissions of this role, regardless of `--guest-role`. */
const publicRole = 'Public'

type Resource = GuestPrincipal['resources'][number]

/** What a token names and still exists. */
const resourcesOf = async (ctx: Pick<Context, 'db'>, named: GuestClaims['resources']): Promise<Resource[]> => {
  const [dashboards, links] = [await embeddedDashboards(ctx), await publicLinks(ctx)]
  return named.flatMap(({ type, id }): Resource[] => {
    const link = type === 'public_link' ? links.get(id) : undefined
    if (link) return [{ type: link.kind, id: link.uuid, isShared: true }]
    const uuid = type === 'dashboard' ? dashboards.get(id) : undefined
    return uuid === undefined ? [] : [{ type: 'dashboard', id: uuid }]
  })
}

type Reader = Pick<Context, 'config' | 'now' | 'db'>

const isOfLink = ({ resources }: GuestClaims): boolean => resources.some(({ type }) => type === 'public_link')

const guestOf = async (ctx: Reader, given: GuestClaims): Promise<GuestPrincipal> => {
  const { user, resources, rls_rules } = given
  const { roles, pairs } = await guestRights(ctx, isOfLink(given) ? publicRole : ctx.config.guestRole)
  return {
    kind: 'guest',
    username: user.username ?? 'guest_user',
    firstName: user.first_name ?? 'Guest',
    lastName: user.last_name ?? 'User',
    roles,
    pairs: new Set(pairs),
    resources: await resourcesOf(ctx, resources),
    rules: rls_rules.map(({ dataset, clause }) => ({ clause, ...(typeof dataset === 'number' && { dataset }) })),
  }
}

/** The guest of a token. @throws BodyError 401 saying what is wrong with it, or that the public link it was given for has ended */
export const guestPrincipal = async (ctx: Reader, token: string): Promise<GuestPrincipal> => {
  const read = await readGuestToken(ctx, token)
  if ('fault' in read) throw new BodyError(401, { msg: faultText(read.fault) })
  const guest = await guestOf(ctx, read.claims)
  if (isOfLink(read.claims) && guest.resources.length === 0) throw new BodyError(401, { msg: t('This link no longer works.') })
  return guest
}

/** The claims of a visitor with a public link. */
export const claimsOfLink = (key: string): GuestClaims => ({
  user: { username: 'public_link' },
  resources: [{ type: 'public_link', id: key }],
  rls_rules: [],
})

/** A visitor with a public link. */
export const visitorOfLink = (ctx: Reader, key: string): Promise<GuestPrincipal> => guestOf(ctx, claimsOfLink(key))
