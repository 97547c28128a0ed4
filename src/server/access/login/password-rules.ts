import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** The passwords that leaked most often, in small letters; loaded when somebody first chooses a password. */
let leaked: Promise<ReadonlySet<string>> | undefined
const loadLeaked = (): Promise<ReadonlySet<string>> =>
  (leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((one) => one.toLowerCase())),
  ))

type Whose = { username: string; email: string | null }

/** What is wrong with a new password, or null. */
export const passwordFault = async (password: string, { username, email }: Whose): Promise<string | null> => {
  const written = password.toLowerCase()
  if ((await loadLeaked()).has(written)) return t('This password is among those that leaked most often. Choose another one.')
  if ([username, email ?? ''].some((name) => name.toLowerCase() === written))
    return t('The password must not be the name or the e-mail address.')
  if (new Set(written).size < 4) return t('The password needs at least four different characters.')
  return null
}

/** @throws MessageError 400 */
export const requireGoodPassword = async (password: string, whose: Whose): Promise<void> => {
  const fault = await passwordFault(password, whose)
  if (fault !== null) throw new MessageError(400, { password: [fault] })
}
