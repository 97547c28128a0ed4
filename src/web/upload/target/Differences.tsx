import type { TableDifferences } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { typeLabel } from '../columns/column-types.ts'
import css from './Target.module.css'

/** How the columns of the file differ from those of the table. */
export const Differences = ({ differences: { added, missing, changed } }: { differences: TableDifferences }) => {
  if (added.length + missing.length + changed.length === 0)
    return <p className={css['note']}>{t('Its columns are the same as in the file.')}</p>
  return (
    <ul className={css['differences']} aria-label={t('Columns that differ')}>
      {added.map(({ name, type }) => (
        <li key={`added ${name}`}>{t('%(column)s is only in the file (%(type)s)', { column: name, type: typeLabel(type) })}</li>
      ))}
      {missing.map(({ name }) => (
        <li key={`missing ${name}`}>{t('%(column)s is only in the table', { column: name })}</li>
      ))}
      {changed.map(({ name, type, before }) => (
        <li key={`changed ${name}`}>
          {t('%(column)s is %(before)s in the table and %(type)s in the file', {
            column: name,
            before: before.toLowerCase(),
            type: typeLabel(type),
          })}
        </li>
      ))}
    </ul>
  )
}
