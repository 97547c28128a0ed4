import { frameAncestors, isDomain, mayEmbed, normalDomain } from '#core/access/embed-domains.ts'
import type { EmbedCheck } from '#api/embedded.ts'
import { t } from '#core/i18n/t.ts'
import { embeddedDashboards, faultText, readGuestToken, type GuestClaims } from '../../access/login/guest-token.ts'
import type { Context } from '../../context.ts'

type Asked = { token: string; domain: string; embedding: { allowed_domains: string[]; uuid: string }; dashboardUuid: string }

const check = (name: string, is_met: boolean, [met, unmet]: readonly [string, string]): EmbedCheck => ({
  name,
  is_met,
  text: is_met ? met : unmet,
})

const originOfDomain = (domain: string): string => {
  const normal = normalDomain(domain)
  return /^https?:/.test(normal) ? normal : `https://${normal}`
}

/** Datasets of the token's rules that do not exist: such a rule limits nothing. */
const missingDatasets = async ({ db }: Pick<Context, 'db'>, { rls_rules }: GuestClaims): Promise<number[]> => {
  const wanted = rls_rules.flatMap(({ dataset }) => (typeof dataset === 'number' ? [dataset] : []))
  if (!wanted.length) return []
  const rows = await db.selectFrom('datasets').select('id').where('id', 'in', wanted).where('deleted_at', 'is', null).execute()
  return wanted.filter((id) => !rows.some((row) => row.id === id))
}

/** What an embed of a dashboard with this token on this site needs, and what of it is missing. */
export const explainEmbed = async (ctx: Context, { token, domain, embedding, dashboardUuid }: Asked): Promise<EmbedCheck[]> => {
  const origin = originOfDomain(domain)
  const { allowed_domains: domains } = embedding
  const site = [
    check('domain', isDomain(normalDomain(domain)), [
      t('The domain can be read.'),
      t('This is not a domain, such as https://app.example.org.'),
    ]),
    check('allowed', mayEmbed(domains, origin), [
      domains.length ? t('The domain is among the allowed ones.') : t('Every domain is allowed.'),
      t('%(origin)s is not among the allowed domains: %(domains)s. The browser shows an empty frame.', {
        origin,
        domains: domains.join(', '),
      }),
    ]),
    check('secure', ctx.config.publicUrl?.startsWith('https:') !== false || origin.startsWith('http:'), [
      t('The page and the dashboard can be loaded together.'),
      t('The page is loaded by https and the dashboard by http: browsers do not mix them.'),
    ]),
  ]
  const read = await readGuestToken(ctx, token.trim())
  if ('fault' in read) return [...site, check('token', false, ['', faultText(read.fault)])]
  const { claims, expiresOn } = read
  const dashboards = await embeddedDashboards(ctx)
  const missing = await missingDatasets(ctx, claims)
  return [
    ...site,
    check('token', true, [t('The token is valid until %(time)s.', { time: expiresOn.toISOString() }), '']),
    check(
      'resource',
      claims.resources.some(({ id }) => dashboards.get(id) === dashboardUuid),
      [
        t('The token names this dashboard.'),
        t('The token does not name this dashboard. Its resources need the id %(id)s.', { id: embedding.uuid }),
      ],
    ),
    check('rules', missing.length === 0, [
      t('The rules of the token name datasets that exist.'),
      t('The rules of the token name datasets that do not exist: %(ids)s.', { ids: missing.join(', ') }),
    ]),
    check('policy', true, [t('The page is sent with frame-ancestors %(sources)s.', { sources: frameAncestors(domains) }), '']),
  ]
}
