import { z } from 'zod'
import { registrationConfirmation, registrationRequest } from './bodies/sign-in/registration.ts'
import { message } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'Security'
const path = '/api/v1/security/registration'

/** How people get an account themselves: not at all, by a link in a mail, or by the approval of an administrator. */
export const registrationModes = ['none', 'mail', 'approval'] as const

export const registerPage = route({
  method: 'GET',
  path: '/register/',
  access: 'public',
  summary: 'The page where an account is asked for, and where the link in the mail leads',
  tag,
  answers: 'page',
})

export const registrationAsk = route({
  method: 'POST',
  path,
  access: 'public',
  csrfExempt: true,
  summary: 'Ask for an account. The answer is the same whether somebody has this address or not',
  tag,
  body: registrationRequest,
  result: message,
})

export const registrationConfirm = route({
  method: 'POST',
  path: `${path}/confirm`,
  access: 'public',
  csrfExempt: true,
  summary: 'Make the account of a link in a mail. Each link counts once and for a day',
  tag,
  body: registrationConfirmation,
  result: z.object({ username: z.string() }),
})
