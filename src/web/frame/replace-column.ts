import type { FormData } from '#core/query/query-object.ts'
import { isObject } from '#core/query/read.ts'

/** The form with another column in place of a missing one, in expressions too. */
export const replaceColumn = (form: FormData, missing: string, found: string): FormData => {
  const word = new RegExp(`\\b${missing.replaceAll(/\W/g, String.raw`\$&`)}\\b`, 'g')
  const replaceIn = (value: unknown): unknown => {
    if (value === missing) return found
    if (Array.isArray(value)) return value.map(replaceIn)
    return isObject(value) ? replaceInside(value) : value
  }
  const replaceInside = (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [
        key,
        key === 'sqlExpression' && typeof value === 'string' ? value.replaceAll(word, () => found) : replaceIn(value),
      ]),
    )
  return { ...replaceInside(form), viz_type: form.viz_type, datasource: form.datasource }
}
