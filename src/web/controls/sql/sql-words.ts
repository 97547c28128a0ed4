import type { Translate } from '#core/i18n/t.ts'
import type { SqlState } from './sql-state.ts'

/** The line under an SQL editor. */
export const sqlStateText = (state: SqlState, t: Translate): string => {
  if (state.kind === 'empty') return t('Write an expression.')
  if (state.kind === 'ready') return t('Complete.')
  if (state.kind === 'value') return t('Not finished: a value after %(word)s.', { word: state.after })
  if (state.kind === 'extra')
    return state.what === 'statement' ? t('One expression only, without a semicolon.') : t('A parenthesis closes that was never opened.')
  return {
    quote: t('Not finished: a quote is open.'),
    parenthesis: t('Not finished: a parenthesis is open.'),
    comment: t('Not finished: a comment is open.'),
  }[state.what]
}
