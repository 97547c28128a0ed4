import { z } from 'zod'
import { body, flag, integer, list, text } from '../declare/field.ts'
import { minPasswordLength } from './me.ts'

const ids = () => list(integer())

const required = {
  username: text({ min: 1, max: 250 }),
  first_name: text({ max: 64 }),
  last_name: text({ max: 64 }),
  email: text({ max: 320 }),
  password: text({ min: minPasswordLength, max: 1024 }),
}

const rights = { active: flag().optional(), roles: ids().optional(), groups: ids().optional() }

const { username, first_name, last_name, email, password } = required

export const newUser = body({ ...required, ...rights }).refine(({ roles = [], groups = [] }) => roles.length + groups.length > 0, {
  error: "At least one of 'roles' or 'groups' must be provided and non-empty.",
})
export type NewUser = z.output<typeof newUser>

const { password: _chosenByThem, ...invited } = required

/** A new account whose password the person chooses by a link in a mail. */
export const newInvitation = body({ ...invited, email: text({ min: 3, max: 320 }), ...rights }).refine(
  ({ roles = [], groups = [] }) => roles.length + groups.length > 0,
  { error: "At least one of 'roles' or 'groups' must be provided and non-empty." },
)

export const userPatch = body({
  username: username.optional(),
  first_name: first_name.optional(),
  last_name: last_name.optional(),
  email: email.optional(),
  password: password.optional(),
  ...rights,
})
export type UserPatch = z.output<typeof userPatch>

const value = text({ max: 1000 })

/** Attributes by name; a list holds several values. */
export const userAttributesBody = body({
  attributes: z
    .record(z.string().regex(/^[a-zA-Z_][\w.-]{0,99}$/, { error: 'Not a valid name.' }), z.union([value, list(value).max(1000)]))
    .refine((given) => Object.keys(given).length <= 200, { error: 'Longer than maximum length 200.' }),
})
