import { z } from 'zod'
import { body, complaint, jsonText, text } from '../declare/field.ts'

export const newLayer = body({ name: text({ min: 1, max: 250 }), descr: text().nullable().optional() })
export type NewLayer = z.output<typeof newLayer>

export const layerPatch = body({ name: text({ min: 1, max: 250 }).optional(), descr: text().optional() })
export type LayerPatch = z.output<typeof layerPatch>

/** A point in time as text; without a zone it is UTC. */
const time = () => z.string({ error: complaint(noTime) }).refine(isTime, { error: noTime })

const noTime = 'Not a valid datetime.'
const timeForm = /^\d{4}-\d{1,2}-\d{1,2}[T ]\d{1,2}:\d{1,2}(?::\d{1,2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

const isTime = (value: string) => timeForm.test(value) && !Number.isNaN(Date.parse(value))

export const newAnnotation = body({
  short_descr: text({ min: 1, max: 500 }),
  long_descr: text().nullable().optional(),
  start_dttm: time(),
  end_dttm: time(),
  json_metadata: jsonText().nullable().optional(),
})
export type NewAnnotation = z.output<typeof newAnnotation>

export const annotationPatch = body({
  short_descr: text({ min: 1, max: 500 }).optional(),
  long_descr: text().nullable().optional(),
  start_dttm: time().optional(),
  end_dttm: time().optional(),
  json_metadata: jsonText().nullable().optional(),
})
export type AnnotationPatch = z.output<typeof annotationPatch>
