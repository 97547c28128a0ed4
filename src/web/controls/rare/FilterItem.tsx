import { readFilterItem } from '#charts/shared/form/collection-items.ts'
import type { FilterItem as Item } from '#charts/shared/form/collection-items.ts'
import { t } from '#core/i18n/t.ts'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { columnName, metricName } from '../field/kind.ts'
import { offeredColumns } from '../field/FieldChoice.tsx'
import { CheckRow, ChoiceRow, TextRow } from '../input/FormRows.tsx'
import { castDefault } from './cast-default.ts'

/** One select of a filter box. The type of its default follows that of the column, unless it holds several. */
export const FilterItem = ({ value, onChange, state }: ControlProps<'filter-item'>) => {
  const held = readFilterItem(value)
  const columns = offeredColumns(state.dataset, 'any', 'filter')
  const typeOf = (name: string | null | undefined) => columns.find((column) => column.column_name === name)?.type
  const set = (change: Partial<Item>) => onChange({ ...held, ...change })
  const withDefault = (text: string, item: Item): Partial<Item> => ({
    defaultValue: item.multiple ? text || null : castDefault(text, typeOf(item.column)),
  })
  const defaultText = held.defaultValue === null || held.defaultValue === undefined ? '' : String(held.defaultValue)
  return (
    <div className={css['form']} style={{ width: 'auto' }}>
      <ChoiceRow
        label={t('Column')}
        choices={columns.map((column) => ({ value: column.column_name, label: columnName(column) }))}
        value={held.column}
        onChange={(name) => {
          const column = String(name)
          set({ column, ...withDefault(defaultText, { ...held, column }) })
        }}
      />
      <TextRow label={t('Label')} value={held.label ?? ''} onText={(label) => set({ label })} />
      <TextRow
        label={t('Default')}
        placeholder={held.multiple ? t('Several values, separated by ;') : ''}
        value={defaultText}
        onText={(text) => set(withDefault(text, held))}
      />
      <ChoiceRow
        clearable
        label={t('Sort metric')}
        choices={(state.dataset?.metrics ?? []).map((metric) => ({ value: metric.metric_name, label: metricName(metric) }))}
        value={held.metric}
        onChange={(metric) => set({ metric: metric === null ? null : String(metric) })}
      />
      <CheckRow label={t('Sort ascending')} checked={held.asc ?? false} onChange={(asc) => set({ asc })} />
      <CheckRow
        label={t('Allow multiple selections')}
        checked={held.multiple ?? false}
        onChange={(multiple) => set({ multiple, ...withDefault(defaultText, { ...held, multiple }) })}
      />
      <CheckRow
        label={t('Search all filter options')}
        checked={held.searchAllOptions ?? false}
        onChange={(searchAllOptions) => set({ searchAllOptions })}
      />
      <CheckRow label={t('Required')} checked={held.clearable === false} onChange={(isRequired) => set({ clearable: !isRequired })} />
    </div>
  )
}
