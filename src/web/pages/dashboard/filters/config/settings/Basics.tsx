import { filterTypes, type FilterType, type NativeFilter } from '#core/filters/native-filter.ts'
import { msg, t } from '#core/i18n/t.ts'
import { FieldIcon } from '../../../../../controls/field/FieldIcon.tsx'
import { columnKind, columnName, dataKind, type ColumnFacts } from '../../../../../controls/field/kind.ts'
import { useSearch } from '../../../../../data/wire/use-search.ts'
import { objectOptions } from '../../../../../lists/options.ts'
import { Picker, type PickerOption } from '../../../../../ui/choice/Picker.tsx'
import { Field } from '../../../../../ui/text/Field.tsx'
import { TextArea, TextInput } from '../../../../../ui/text/TextInput.tsx'
import { useDashboard } from '../../../state/dashboard-context.ts'
import { withColumn, withDataset, withType } from '../draft/filter-settings.ts'
import { faultText } from './fault-text.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'

const typeNames: Record<FilterType, string> = {
  filter_select: msg('Value'),
  filter_range: msg('Numerical range'),
  filter_time: msg('Time range'),
  filter_timecolumn: msg('Time column'),
  filter_timegrain: msg('Time grain'),
  filter_groupby: msg('Group by'),
}

/** Whether a filter of this type can be of a column. */
export const fitsType = (type: NativeFilter['filterType'], column: ColumnFacts): boolean =>
  type === 'filter_range' ? dataKind(column) === 'number' : type === 'filter_select'

/** Name, type, dataset, column and description. */
export const Basics = ({ filter, faults, datasets, charts, onChange }: SectionProps) => {
  const [target] = filter.targets
  const { filterType } = filter
  const columns = datasets.get(target?.datasetId)?.columns ?? []
  const hasColumn = filterType === 'filter_select' || filterType === 'filter_range'
  const fits = (type: FilterType) => (name: string) => columns.some((column) => column.column_name === name && fitsType(type, column))
  const isTimeless =
    !datasets.isLoading && !charts.some(({ datasetId }) => datasets.get(datasetId ?? undefined)?.columns.some(({ is_dttm }) => is_dttm))
  const types = filterTypes.map((type) => {
    const isOff = type === 'filter_time' && isTimeless
    return {
      value: type,
      label: t(typeNames[type]),
      disabled: isOff,
      ...(isOff && { note: t('Datasets do not contain a temporal column') }),
    }
  })
  return (
    <>
      <div className={css['pair']}>
        <Field required label={t('Filter name')} error={faultText(faults, 'name')}>
          <TextInput value={filter.name} onValue={(name) => onChange({ ...filter, name })} />
        </Field>
        <Field required label={t('Filter Type')} error={faultText(faults, 'filterType')}>
          <Picker<string>
            label={t('Filter Type')}
            value={filterType}
            options={filterType === 'unknown' ? [...types, { value: 'unknown', label: t('Unknown type'), disabled: true }] : types}
            onChange={(value) => {
              const type = filterTypes.find((one) => one === value)
              if (type && type !== filterType) onChange(withType(filter, type, fits(type)))
            }}
          />
        </Field>
      </div>
      {filterType !== 'filter_time' && filterType !== 'unknown' && (
        <div className={css['pair']}>
          <Field required label={t('Dataset')} error={faultText(faults, 'dataset')}>
            <DatasetPicker
              value={target?.datasetId ?? null}
              chosenLabel={datasets.get(target?.datasetId)?.datasource_name}
              onChange={(id) => onChange(withDataset(filter, id, charts))}
            />
          </Field>
          {hasColumn && (
            <Field required label={t('Column')} error={faultText(faults, 'column')}>
              <Picker
                label={t('Column')}
                value={target?.column?.name ?? null}
                placeholder={t('Choose a column')}
                loading={target?.datasetId !== undefined && datasets.get(target.datasetId) === undefined && datasets.isLoading}
                options={columns
                  .filter((column) => column.filterable !== false && fitsType(filterType, column))
                  .map((column) => ({
                    value: column.column_name,
                    label: columnName(column),
                    icon: <FieldIcon kind={columnKind(column)} />,
                  }))}
                onChange={(name) => onChange(withColumn(filter, name))}
              />
            </Field>
          )}
        </div>
      )}
      {filterType === 'filter_groupby' && (
        <p className={css['note']}>{t('Tables are grouped by the chosen columns besides their own. Other charts do not change.')}</p>
      )}
      <Field label={t('Description')}>
        <TextArea rows={2} value={filter.description} onValue={(description) => onChange({ ...filter, description })} />
      </Field>
    </>
  )
}

type PickerProps = {
  value: number | null
  chosenLabel: string | undefined
  onChange: (id: number) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** The datasets of the charts first, then any other that is found by its name. */
const DatasetPicker = (field: PickerProps) => {
  const present = useDashboard((state) => state.datasets)
  const { data = [], text, isWaiting, onSearch, searched } = useSearch(objectOptions('dataset', 'ct'))
  const needle = text.trim().toLowerCase()
  const own: PickerOption<number>[] = Object.values(present).map(({ id, datasource_name }) => ({ value: id, label: datasource_name }))
  const others = data
    .map((option) => ({ value: Number(option.value), label: option.label }))
    .filter((option) => !own.some((one) => one.value === option.value))
  return (
    <Picker
      {...field}
      label={t('Dataset')}
      placeholder={t('Choose a dataset')}
      loading={isWaiting}
      onSearch={onSearch}
      searched={searched}
      options={[...own.filter(({ label }) => label.toLowerCase().includes(needle)), ...others]}
    />
  )
}
