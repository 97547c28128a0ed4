import { MessageError } from '#core/errors.ts'
import { userOf, type Principal, type UserPrincipal } from '#core/access/principal.ts'

/** @throws MessageError 401 when nobody is logged in */
export const requireUser = (principal: Principal): UserPrincipal => {
  const user = userOf(principal)
  if (!user) throw new MessageError(401, 'Not authorized')
  return user
}
