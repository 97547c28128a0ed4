import { body, text } from '../declare/field.ts'

export const cssTemplateBody = body({ template_name: text({ max: 250 }).nullable().optional(), css: text().nullable().optional() })
