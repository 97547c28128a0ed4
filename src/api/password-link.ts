import { z } from 'zod'
import { password } from './bodies/me.ts'
import { newInvitation } from './bodies/user.ts'
import { body, text } from './declare/field.ts'
import { message, pathId } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'Security'
const path = '/api/v1/security/password_link'

export const passwordLinkRequest = route({
  method: 'POST',
  path,
  access: 'public',
  csrfExempt: true,
  summary: 'Send a link that sets a new password. The answer is the same whether there is such an account or not',
  tag,
  body: body({ name: text({ min: 1, max: 320 }) }),
  result: message,
})

export const newPasswordPage = route({
  method: 'GET',
  path: '/new-password/',
  access: 'public',
  summary: 'The page of such a link, and the one where it is asked for',
  tag,
  answers: 'page',
})

export const passwordLinkUse = route({
  method: 'POST',
  path: `${path}/use`,
  access: 'public',
  csrfExempt: true,
  summary: 'Set the password of the account that a link was sent to. Each link counts once and for an hour',
  tag,
  body: body({ token: text({ min: 1, max: 1000 }), password }),
  result: z.object({ username: z.string() }),
})

export const invitationCreate = route({
  method: 'POST',
  path: '/api/v1/security/invitation/',
  access: ['can_post', 'User'],
  summary: 'Make an account and send a link by which the person chooses a password',
  tag,
  body: newInvitation,
  result: z.object({ id: z.number(), is_sent: z.boolean() }),
})

export const invitationSend = route({
  method: 'POST',
  path: '/api/v1/security/invitation/:pk',
  access: ['can_put', 'User'],
  summary: 'Send the link again, or to somebody who cannot log in any more',
  tag,
  params: z.object({ pk: pathId() }),
  result: message,
})
