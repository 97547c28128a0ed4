import type { Row } from './access-matrix.rows.ts'

// In the order of `callers`: admin, alpha, gamma, gamma_ds, gamma_db, sqllab, noroles, public, owner.
export const open = 'ok    ok    ok    ok       ok       ok     ok      ok     ok'
export const signedIn = 'ok    ok    ok    ok       ok       ok     ok      401    ok'

/** The part of the matrix about the ways to log in, and what one has for them. */
export const signInRows: Record<string, Row | Row[]> = {
  'GET /api/v1/security/ways': { other: open },
  'GET /login/:provider': { other: open },
  'GET /oauth-authorized/:provider': { other: open },
  'GET /new-password/': { other: open },
  'GET /register/': { other: open },
  // Settings say whether anybody may ask: `registrations.test.ts`.
  'POST /api/v1/security/registration': { other: open },
  'POST /api/v1/security/registration/confirm': { body: { token: 'x', password: 'a long one' }, other: open },
  'POST /api/v1/security/password_link': { body: { name: 'nobody' }, other: open },
  'POST /api/v1/security/password_link/use': { body: { token: 'x', password: 'a long one' }, other: open },
  'GET /api/v1/second_factor/': { other: signedIn },
  'POST /api/v1/second_factor/totp/setup': { other: signedIn },
  'POST /api/v1/second_factor/totp': { body: { setup: 'x', code: '1' }, other: signedIn },
  'POST /api/v1/second_factor/totp/remove': { body: { code: '1' }, other: signedIn },
  'POST /api/v1/second_factor/recovery_codes': { body: { code: '1' }, other: signedIn },
  'POST /api/v1/second_factor/passkeys/offer': { other: signedIn },
  'POST /api/v1/second_factor/passkeys': { body: { name: 'Key', ticket: 'x', response: {} }, other: signedIn },
  'PUT /api/v1/second_factor/passkeys/:pk': { body: { name: 'Key' }, other: signedIn },
  'DELETE /api/v1/second_factor/passkeys/:pk': { other: signedIn },
  'POST /api/v1/security/passkey/ask': { other: open },
  'POST /api/v1/security/passkey': { body: {}, other: open },
  'GET /api/v1/me/tokens': { other: signedIn },
  'POST /api/v1/me/tokens': { body: { name: 'nightly', scopes: ['read'], days: 30 }, other: signedIn },
  'DELETE /api/v1/me/tokens/:pk': { other: signedIn },
}
