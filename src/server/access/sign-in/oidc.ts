import * as oidc from 'openid-client'
import type { Context } from '../../context.ts'
import type { OidcProvider } from '../../start/auth-settings.ts'
import { attributesFrom, type ExternalPerson } from './admit.ts'

const timeoutSeconds = 10

const discovered = new WeakMap<OidcProvider, Promise<oidc.Configuration>>()

/** What the provider says of itself, asked once; after a failure again. */
export const discover = async (ctx: Pick<Context, 'now'>, provider: OidcProvider): Promise<oidc.Configuration> => {
  const asked = discovered.get(provider) ?? ask(ctx, provider)
  discovered.set(provider, asked)
  return asked.catch((error: unknown) => {
    discovered.delete(provider)
    throw error
  })
}

const ask = (ctx: Pick<Context, 'now'>, { issuer, clientId, clientSecret, clockToleranceSeconds }: OidcProvider) => {
  const isPlain = new URL(issuer).protocol === 'http:'
  const skewSeconds = Math.round((ctx.now().getTime() - Date.now()) / 1000)
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds, [oidc.clockSkew]: skewSeconds },
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    { timeout: timeoutSeconds, ...(isPlain && { execute: [oidc.allowInsecureRequests] }) },
  )
}

/** What has to be known again when the person comes back from the provider. */
export type Journey = { provider: string; state: string; nonce: string; verifier: string; next: string }

export const beginJourney = async (ctx: Context, provider: OidcProvider, back: { redirectUri: string; next: string }) => {
  const config = await discover(ctx, provider)
  const journey: Journey = {
    provider: provider.name,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    next: back.next,
  }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: back.redirectUri,
    scope: provider.scope,
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, journey }
}

type Claims = Record<string, unknown>

const textOf = (claims: Claims, name: string): string => (typeof claims[name] === 'string' ? claims[name] : '')

const listOf = (claims: Claims, name: string): string[] => {
  const value = claims[name]
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
}

/** The person in the claims of a provider. */
export const personOf = (provider: OidcProvider, claims: Claims): ExternalPerson => {
  const { username, email, groups } = provider.claims
  const address = claims['email_verified'] !== true ? '' : textOf(claims, email)
  const name = textOf(claims, username) || address || textOf(claims, 'sub')
  return {
    provider: `oidc:${provider.name}`,
    subject: textOf(claims, 'sub'),
    username: name,
    firstName: textOf(claims, 'given_name'),
    lastName: textOf(claims, 'family_name') || textOf(claims, 'name') || name,
    email: address || null,
    groups: listOf(claims, groups),
    attributes: { source: 'oidc', values: attributesFrom(provider.personAttributes, (claim) => claims[claim]) },
  }
}

/**
 * Exchanges the code that the person came back with.
 * @throws Error of openid-client, when the answer is not for this journey or not by this provider
 */
export const endJourney = async (ctx: Context, provider: OidcProvider, journey: Journey, currentUrl: URL) => {
  const config = await discover(ctx, provider)
  const tokens = await oidc.authorizationCodeGrant(config, currentUrl, {
    pkceCodeVerifier: journey.verifier,
    expectedState: journey.state,
    expectedNonce: journey.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token')
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const more = hasUserInfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
  return { person: personOf(provider, { ...more, ...claims }), idToken: tokens.id_token }
}

/** Where the person logs out at the provider, or null if it cannot be done there. */
export const logoutUrl = async (
  ctx: Context,
  provider: OidcProvider,
  { idToken, returnTo }: { idToken: string | undefined; returnTo: string },
): Promise<string | null> => {
  const config = await discover(ctx, provider).catch(() => null)
  if (!provider.logOut || config?.serverMetadata().end_session_endpoint === undefined) return null
  return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo, ...(idToken && { id_token_hint: idToken }) }).href
}
