import { AppError, type FieldTexts } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { pythonText } from '../../http/errors/faults.ts'

/** What is wrong with a file: texts by field, or one text. */
export type FileFaults = Record<string, FieldTexts | Record<string, string> | string>

/** The words for what an endpoint imports. */
export type ImportWord = 'chart' | 'dashboard' | 'dataset' | 'database' | 'saved_query' | 'theme' | 'assets'

export const importError = (message: string, status = 422, extra: Record<string, unknown> = {}): AppError =>
  new AppError('GENERIC_COMMAND_ERROR', message, { status, level: 'warning', extra })

/** One error with the faults of every file. */
export const invalidFiles = (word: ImportWord, faults: FileFaults): AppError => {
  const texts = Object.entries(faults).map(([path, fault]) => `${path}: ${typeof fault === 'string' ? fault : pythonText(fault)}`)
  return importError(
    `${t('Error importing %(what)s', { what: word === 'saved_query' ? 'saved_queries' : word })}: ${texts.join('; ')}`,
    422,
    faults,
  )
}
