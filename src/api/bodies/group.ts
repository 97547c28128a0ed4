import type { z } from 'zod'
import { body, integer, list, text } from '../declare/field.ts'

const name = text({ min: 1, max: 100 })
const others = {
  label: text({ min: 0, max: 150 }).nullable().optional(),
  description: text({ min: 0, max: 512 }).nullable().optional(),
  users: list(integer()).optional(),
  roles: list(integer()).optional(),
}

export const newGroup = body({ name, ...others })
export type NewGroup = z.output<typeof newGroup>

export const groupPatch = body({ name: name.optional(), ...others })
export type GroupPatch = z.output<typeof groupPatch>
