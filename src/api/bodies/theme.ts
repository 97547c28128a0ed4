import type { z } from 'zod'
import { body, openBody, text } from '../declare/field.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const algorithms = new Set<unknown>(['default', 'dark', 'system', 'compact'])

const isThemeConfiguration = (value: unknown): boolean =>
  isObject(value) &&
  (value['token'] === undefined || isObject(value['token'])) &&
  (value['components'] === undefined || isObject(value['components'])) &&
  [value['algorithm'] ?? []].flat().every((algorithm) => algorithms.has(algorithm))

const configurationFault = (value: string): string | null => {
  try {
    return isThemeConfiguration(JSON.parse(value)) ? null : 'Invalid theme configuration structure'
  } catch {
    return 'Invalid JSON configuration'
  }
}

const jsonData = () =>
  text().superRefine((value, context) => {
    const message = configurationFault(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const themeName = () => text({ max: 250 }).refine((name) => name.trim() !== '', { error: 'Theme name cannot be empty.' })

const fields = { theme_name: themeName(), json_data: jsonData() }
export const themeBody = body(fields)
/** Other fields are ignored, as in Superset. */
export const changedTheme = openBody(fields)
export type ThemeBody = z.output<typeof themeBody>
