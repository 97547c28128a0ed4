import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import css from '../DatasetSheet.module.css'

/** Rows that are drawn at once: wide tables have thousands of columns. */
const pageRows = 100

/** The first rows, with the open one among them, and a button for more. */
export const useFirstRows = <R extends { key: string }>(rows: readonly R[], openKey: string | null) => {
  const [most, setMost] = useState(pageRows)
  const openAt = rows.findIndex(({ key }) => key === openKey)
  const first = rows.slice(0, Math.max(most, openAt + 1))
  const left = rows.length - first.length
  const more =
    left > 0 ? (
      <div className={css['more']}>
        <Button onClick={() => setMost(first.length + pageRows)}>{t('Show more')}</Button>
        <span>{t('%(count)s more', { count: left.toLocaleString(t.locale) })}</span>
      </div>
    ) : null
  return { first, more }
}
