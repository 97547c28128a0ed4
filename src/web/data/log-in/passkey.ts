import { addPasskeyRoute, askForPasskeyRoute, logInByPasskeyRoute, offerPasskeyRoute } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../call.ts'
import { enter } from './log-in.ts'

/** Browsers make passkeys on pages by https or of this machine, for a name and never for an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** The browser's own errors name methods and options; people are shown what happened. */
const explained = (cause: unknown): Error => {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError') return new Error(t('This device has a passkey for your account already.'), { cause })
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error(t('The passkey was not used: cancelled, or too late.'), { cause })
  return new Error(t('The browser could not use a passkey.'), { cause })
}

/** Lets the person sign with a passkey, of one account if the log-in form named it. */
export const signByPasskey = async (account?: string) => {
  const [{ startAuthentication }, { options, ticket }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(askForPasskeyRoute, { body: account === undefined ? {} : { account } }),
  ])
  const response = await startAuthentication({ optionsJSON: options }).catch((cause: unknown) => {
    throw explained(cause)
  })
  return { ticket, response: { ...response, clientExtensionResults: {} } }
}

/** Starts a cookie session without a password. */
export const logInByPasskey = async (): Promise<void> => {
  await call(logInByPasskeyRoute, { body: await signByPasskey() })
  await enter()
}

/** Makes a passkey for the account; returns recovery codes, if it is the first second factor. */
export const makePasskey = async (name: string, proof: { proof?: string }): Promise<string[]> => {
  const [{ startRegistration }, { options, ticket }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(offerPasskeyRoute, { body: proof }),
  ])
  const response = await startRegistration({ optionsJSON: options }).catch((cause: unknown) => {
    throw explained(cause)
  })
  return (await call(addPasskeyRoute, { body: { name, ticket, response: { ...response, clientExtensionResults: {} } } })).recovery_codes
}
