import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { PasskeyCreation, PasskeySignature } from '#api/bodies/sign-in/passkey.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import { transact } from '../../../db/transact.ts'
import { derivedKey } from '../../../secrets/secrets.ts'
import { logAction } from '../../log-action.ts'
import { countAccountAttempt, countAddressAttempt, forgetAttempts } from '../../login/login-limits.ts'
import { passkeyFault, spendTicket, ticketOf, type Purpose } from './challenge.ts'
import { factorsOf, hasFactor, removeFactor, type Factor } from './factors.ts'
import { newRecoveryCodes } from './recovery-codes.ts'

const maxPasskeys = 20

/** EdDSA, ES256 and RS256, which all authenticators of today know one of. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Imported when it is needed, since it takes a tenth of a second. */
const load = () => import('@simplewebauthn/server')

/** The origin of our pages, for whose host passkeys are made. */
type Site = { origin: string }

const hostOf = ({ origin }: Site) => new URL(origin).hostname

/** What is stored of a passkey besides its id and counter; nothing of it is secret. */
const storedKey = z.object({ publicKey: z.string(), transports: z.array(z.string()) })

const readKey = ({ secret }: Factor) => storedKey.parse(JSON.parse(secret))

const described = (factor: Factor) => ({ id: factor.credential_id ?? '', transports: readKey(factor).transports })

/** How authenticators know an account: it says nothing about the person, and never changes. */
const handleOf = ({ config }: Context, userId: number) =>
  new Uint8Array(createHmac('sha256', derivedKey(config.secretKey, 'passkey')).update(`user ${userId}`).digest())

type Named = { id: number; username: string; firstName: string; lastName: string }

/** What the browser needs to make a passkey, and the ticket that comes back with it. */
export const offerPasskey = async (ctx: Context, user: Named, site: Site) => {
  const { generateRegistrationOptions } = await load()
  const options = await generateRegistrationOptions({
    rpName: ctx.config.appName,
    rpID: hostOf(site),
    userID: handleOf(ctx, user.id),
    userName: user.username,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: (await factorsOf(ctx.db, user.id, 'passkey')).map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { options, ticket: await ticketOf(ctx, options.challenge, { what: 'add', userId: user.id }) }
}

type Made = { name: string; ticket: string; response: PasskeyCreation }

/** Adds a passkey. With the first factor of an account come recovery codes, which are shown once. @throws MessageError 422 */
export const addPasskey = async (ctx: Context, userId: number, { name, ticket, response, ...site }: Made & Site): Promise<string[]> => {
  const expectedChallenge = await spendTicket(ctx, ticket, { what: 'add', userId })
  const { verifyRegistrationResponse } = await load()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: hostOf(site),
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw passkeyFault(cause)
  })
  if (!registrationInfo) throw passkeyFault()
  const { credential } = registrationInfo
  const secret = JSON.stringify({
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    transports: credential.transports ?? [],
  } satisfies z.output<typeof storedKey>)
  return transact(ctx.db, async (trx) => {
    const isTaken = await trx.selectFrom('second_factors').select('id').where('credential_id', '=', credential.id).executeTakeFirst()
    if (isTaken) throw passkeyFault()
    if ((await factorsOf(trx, userId, 'passkey')).length >= maxPasskeys)
      throw new MessageError(422, { name: [t('There are already %(count)s passkeys.', { count: maxPasskeys })] })
    const isFirst = !(await hasFactor(trx, userId))
    const created_on = ctx.now().toISOString()
    await trx
      .insertInto('second_factors')
      .values({
        user_id: userId,
        kind: 'passkey',
        name,
        secret,
        credential_id: credential.id,
        counter: credential.counter,
        created_on,
        used_on: null,
      })
      .execute()
    await logAction(trx, { action: 'second_factor.on', now: ctx.now(), userId, json: { kind: 'passkey', name } })
    return isFirst ? newRecoveryCodes(trx, userId) : []
  })
}

/** What the browser needs to sign with a passkey of the account. */
export const askForPasskey = async (ctx: Context, userId: number, site: Site) => {
  const allowCredentials = (await factorsOf(ctx.db, userId, 'passkey')).map(described)
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({ rpID: hostOf(site), allowCredentials, userVerification: 'preferred' })
  return { options, ticket: await ticketOf(ctx, options.challenge, { what: 'factor', userId }) }
}

/** What the browser needs to sign with any passkey of this site. */
export const askForAnyPasskey = async (ctx: Context, site: Site) => {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({ rpID: hostOf(site), userVerification: 'required' })
  return { options, ticket: await ticketOf(ctx, options.challenge, { what: 'log in' }) }
}

type Signed = { ticket: string; response: PasskeySignature }

/** Checks a signature, and that its counter moved on: an older one is by a copy of the passkey. @throws MessageError 422 */
const requireSignature = async (
  ctx: Context,
  passkey: Factor,
  { ticket, response, purpose, ...site }: Signed & Site & { purpose: Purpose },
): Promise<void> => {
  const expectedChallenge = await spendTicket(ctx, ticket, purpose)
  const { publicKey, transports } = readKey(passkey)
  const { verifyAuthenticationResponse } = await load()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: hostOf(site),
    requireUserVerification: purpose.what === 'log in',
    credential: {
      id: passkey.credential_id ?? '',
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: passkey.counter,
      transports,
    },
  }).catch((cause: unknown) => {
    throw passkeyFault(cause)
  })
  if (!verified) throw passkeyFault()
  const used = { counter: authenticationInfo.newCounter, used_on: ctx.now().toISOString() }
  await ctx.db.updateTable('second_factors').set(used).where('id', '=', passkey.id).execute()
}

const passkeyOf = ({ db }: Context, credentialId: string): Promise<Factor | undefined> =>
  db.selectFrom('second_factors').selectAll().where('kind', '=', 'passkey').where('credential_id', '=', credentialId).executeTakeFirst()

/** Takes a passkey as the second factor of an account. @throws MessageError 422, TooManyAttempts */
export const requirePasskey = async (ctx: Context, userId: number, signed: Signed & Site): Promise<void> => {
  const limitKey = `code #${userId}`
  await countAccountAttempt(ctx, limitKey)
  try {
    const passkey = await passkeyOf(ctx, signed.response.id)
    if (passkey?.user_id !== userId) throw passkeyFault()
    await requireSignature(ctx, passkey, { ...signed, purpose: { what: 'factor', userId } })
  } catch (error) {
    await logAction(ctx.db, { action: 'login.failed', now: ctx.now(), userId, json: { fault: 'passkey' } })
    throw error
  }
  await forgetAttempts(ctx, limitKey)
}

/** The active account that a passkey logs in without a password. @throws MessageError 422, TooManyAttempts */
export const logInByPasskey = async (ctx: Context, signed: Signed & Site & { address: string }): Promise<number> => {
  await countAddressAttempt(ctx, signed.address)
  const passkey = await passkeyOf(ctx, signed.response.id)
  const userId = passkey?.user_id ?? null
  try {
    if (!passkey) throw passkeyFault()
    await requireSignature(ctx, passkey, { ...signed, purpose: { what: 'log in' } })
    const user = await ctx.db.selectFrom('users').select('active').where('id', '=', passkey.user_id).executeTakeFirst()
    if (user?.active !== 1) throw passkeyFault()
    return passkey.user_id
  } catch (error) {
    await logAction(ctx.db, { action: 'login.failed', now: ctx.now(), userId, json: { fault: 'passkey' } })
    throw error
  }
}

/** False unless the passkey belongs to the account. */
export const renamePasskey = async ({ db }: Context, userId: number, { id, name }: { id: number; name: string }): Promise<boolean> => {
  const named = db.updateTable('second_factors').set({ name }).where('id', '=', id).where('user_id', '=', userId)
  return (await named.where('kind', '=', 'passkey').executeTakeFirst()).numUpdatedRows === 1n
}

/** False unless the passkey belongs to the account. @throws MessageError 403 where a role demands a second factor */
export const revokePasskey = (ctx: Context, userId: number, id: number): Promise<boolean> =>
  transact(ctx.db, async (trx) => {
    const passkey = (await factorsOf(trx, userId, 'passkey')).find((one) => one.id === id)
    if (!passkey) return false
    await removeFactor(trx, ctx, passkey)
    await logAction(trx, { action: 'second_factor.off', now: ctx.now(), userId, json: { kind: 'passkey', name: passkey.name } })
    return true
  })
