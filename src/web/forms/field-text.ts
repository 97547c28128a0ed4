import { t } from '#core/i18n/t.ts'

const emptyTexts = new Set(['Missing data for required field.', 'Field may not be null.', 'Shorter than minimum length 1.'])

export const emptyText = () => t('cannot be empty')

/** For fields of a connection, which are known by name. */
export const requiredText = () => t('This is a required field')

/** A text that schemas and servers have for a field (`api/field.ts`), as a person reads it; others stay as they are. */
export const fieldText = (text: string): string => {
  if (emptyTexts.has(text)) return emptyText()
  if (text === 'Not a valid integer.') return t('is expected to be an integer')
  if (text === 'JSON not valid') return t('JSON not valid')
  if (text === 'Invalid date/timestamp format') return t('Invalid date/timestamp format')
  const [, min, max] = /^Length must be between (\d+) and (\d+)\.$/.exec(text) ?? []
  if (max !== undefined && min === '0') return t('At most %(max)s characters', { max })
  if (min !== undefined && max !== undefined) return t('%(min)s to %(max)s characters', { min, max })
  const [, example] = /^Invalid connection string, a valid string usually follows: (.*)$/.exec(text) ?? []
  if (example !== undefined) return t('Invalid connection string, a valid string usually follows: %(example)s', { example })
  return text
}
