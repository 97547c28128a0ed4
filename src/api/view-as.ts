import { z } from 'zod'
import { body, integer, word } from './declare/field.ts'
import { message } from './declare/resource.ts'
import { route } from './declare/route.ts'

const path = '/api/v1/security/view_as/'
const tag = 'Security Access'

export const viewAsBegin = route({
  method: 'POST',
  path,
  access: ['can_get', 'User'],
  summary: 'Look at the product as a person or a role, without being able to change anything; for administrators',
  tag,
  body: body({ kind: word('user', 'role'), id: integer() }),
  result: z.object({ result: z.object({ until: z.string() }) }),
})

export const viewAsEnd = route({
  method: 'DELETE',
  path,
  access: 'user',
  summary: 'Be oneself again',
  tag,
  result: message,
})
