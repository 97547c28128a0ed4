import { z } from 'zod'
import { body, complaint, integer, list, text } from '../declare/field.ts'

/** `["chart", 3]` */
const objects = list(z.tuple([z.enum(['chart', 'dashboard', 'dataset']), integer()], { error: complaint('Not a valid tuple.') }))

const tagName = () => text({ min: 1 }).refine((name) => name.length <= 250, { error: 'Longer than maximum length 250.' })

export const newTag = body({ name: tagName(), description: text().nullable().optional(), objects_to_tag: objects.optional() })
export type NewTag = z.output<typeof newTag>

export const tagPatch = body({ name: tagName().optional(), description: text().nullable().optional(), objects_to_tag: objects.optional() })
