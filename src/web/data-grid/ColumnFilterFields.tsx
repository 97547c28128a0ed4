import { t } from '#core/i18n/t.ts'
import type { Column } from '#core/table.ts'
import { Picker } from '../ui/choice/Picker.tsx'
import { SearchInput } from '../ui/text/SearchInput.tsx'
import { isUnary, operatorsOf, type ColumnFilter, type FilterOperator } from './column-filter.ts'
import css from './StatisticsPopover.module.css'

const operatorTexts = (): Record<FilterOperator, string> => ({
  contains: t('contains'),
  excludes: t('does not contain'),
  equals: t('is'),
  differs: t('is not'),
  least: t('at least'),
  most: t('at most'),
  blank: t('is blank'),
  filled: t('is not blank'),
})

const noFilter = (column: Column): ColumnFilter => ({ operator: operatorsOf(column)[0] ?? 'contains', value: '' })

type Props = { column: Column; name: string; filter: ColumnFilter | undefined; onChange: (filter: ColumnFilter) => void }

const waitMs = 150

/** Keeps the rows whose value in a column passes. */
export const ColumnFilterFields = ({ column, name, filter = noFilter(column), onChange }: Props) => {
  const texts = operatorTexts()
  return (
    <div className={css['filter']} role="group" aria-label={t('Filter of %(name)s', { name })}>
      <Picker
        dense
        label={t('Comparison')}
        value={filter.operator}
        options={operatorsOf(column).map((value) => ({ value, label: texts[value] }))}
        onChange={(operator) => onChange({ ...filter, operator })}
      />
      {!isUnary(filter.operator) && (
        <SearchInput
          dense
          className={css['value'] ?? ''}
          label={t('Filter rows')}
          value={filter.value}
          wait={waitMs}
          onValue={(value) => onChange({ ...filter, value })}
        />
      )}
    </div>
  )
}
