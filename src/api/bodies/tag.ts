import { z } from 'zod'
import { body, complaint, integer, list, text, word } from '../declare/field.ts'

/** `["chart", 3]` */
const taggedObject = z
  .array(z.unknown(), { error: complaint('Not a valid tuple.') })
  .length(2, { error: 'Length must be 2.' })
  .pipe(z.tuple([word('chart', 'dashboard', 'dataset'), integer()]))

const objects = list(taggedObject)

const tagName = () => text({ min: 1 }).refine((name) => name.length <= 250, { error: 'Longer than maximum length 250.' })

export const newTag = body({ name: tagName(), description: text().nullable().optional(), objects_to_tag: objects.optional() })
export type NewTag = z.output<typeof newTag>

export const tagPatch = body({ name: tagName().optional(), description: text().nullable().optional(), objects_to_tag: objects.optional() })
