import type { Context as WholeContext } from '../../context.ts'
import type { AdmissionRules } from '../../start/auth-settings.ts'
import { findAccount, grantsOf, type ExternalPerson } from './admit.ts'
import { lookUp } from './ldap.ts'
import { discover } from './oidc.ts'

type Context = Pick<WholeContext, 'config' | 'db' | 'now'>

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ') || 'none'

const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

/** What would become of a person whom another system vouches for. */
const explainPerson = async ({ db, config }: Context, person: ExternalPerson, rules: AdmissionRules): Promise<string[]> => {
  const account = await findAccount(db, person, rules)
  if (account.kind === 'refused') return [`refused: ${account.why}`]
  const grants = await grantsOf(db, person, rules)
  const starts = account.kind === 'new' && grants.roles.length === 0 ? `; roles of a new account: ${config.auth.roles.join(', ')}` : ''
  return [
    account.kind === 'new' ? `an account ${person.username} would be made` : `account ${account.userId} (${account.kind})`,
    `roles by groups: ${names(grants.roles)}${starts}`,
    ...(grants.unknownRoles.length > 0 ? [`these roles are set, but do not exist: ${grants.unknownRoles.join(', ')}`] : []),
    ...(rules.syncGroups ? [`groups: ${names(grants.groups)}`] : []),
    'would log in',
  ]
}

/** What a log-in under a user name would do, step by step, without doing it. */
export const explainLogin = async (ctx: Context, username: string): Promise<string[]> => {
  const { auth } = ctx.config
  const local = await ctx.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()
  const steps = [
    local
      ? `account ${local.id}: ${local.active === 1 ? 'active' : 'deactivated'}, ${local.password === null ? 'no password of its own' : 'a password of its own, which alone counts'}`
      : `no account has the name ${username}`,
  ]
  if (!auth.ldap) steps.push('LDAP: not set')
  else if (local && local.password !== null) steps.push('LDAP: not asked')
  else {
    try {
      const person = await lookUp(auth.ldap, username, (step) => steps.push(`LDAP: ${step}`))
      const found = person ? await explainPerson(ctx, person, auth.ldap) : ['the directory does not know this name: refused']
      steps.push(...found.map((step) => `LDAP: ${step}`))
    } catch (error) {
      steps.push(`LDAP: failed: ${messageOf(error)}`)
    }
  }
  for (const provider of auth.oidc) {
    try {
      const { authorization_endpoint: endpoint } = (await discover(ctx, provider)).serverMetadata()
      steps.push(`OpenID ${provider.name}: answers; people log in at ${endpoint}; its claims are known only then`)
    } catch (error) {
      steps.push(`OpenID ${provider.name}: failed: ${messageOf(error)}`)
    }
  }
  if (auth.header) {
    const person = { provider: 'header', subject: username, username, firstName: '', lastName: username, email: null, groups: [] }
    steps.push(`header ${auth.header.user} from ${ctx.config.trustedProxies}:`)
    steps.push(...(await explainPerson(ctx, person, auth.header)).map((step) => `header: ${step}`))
  }
  return steps
}
