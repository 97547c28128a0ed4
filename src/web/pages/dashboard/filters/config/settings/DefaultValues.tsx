import { useState } from 'react'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { textOfValue } from '#core/filters/values/filter-value.ts'
import { castValue } from '#core/filters/values/cast-value.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { useValues } from '../../../../../controls/filter/values.ts'
import { columnName } from '../../../../../controls/field/kind.ts'
import { useSurface } from '../../../../../controls/control-props.ts'
import { Combobox } from '../../../../../ui/combobox/Combobox.tsx'
import { Field } from '../../../../../ui/text/Field.tsx'
import type { FilterDataset } from '../data/use-filter-datasets.ts'
import { defaultValueOf, withDefault } from '../draft/filter-settings.ts'
import type { DefaultProps } from './DefaultValue.tsx'

type Option = { value: unknown; label: string }

/** The time columns or grains of a dataset. */
const settingOptions = (filterType: NativeFilter['filterType'], dataset: FilterDataset | undefined): Option[] => {
  if (filterType === 'filter_timecolumn')
    return (dataset?.columns ?? [])
      .filter(({ is_dttm }) => is_dttm)
      .map((column) => ({ value: column.column_name, label: columnName(column) }))
  return (dataset?.time_grain_sqla ?? []).flatMap(([duration, name]) => (duration === null ? [] : [{ value: duration, label: name }]))
}

/** One or many values of the column, or a time column or grain. */
export const DefaultValues = ({ filter, datasets, fault, onChange }: DefaultProps) => {
  const [target] = filter.targets
  const dataset = datasets.get(target?.datasetId)
  const isSelect = filter.filterType === 'filter_select'
  const name = (isSelect ? target?.column?.name : undefined) ?? null
  const [search, setSearch] = useState('')
  const surface = useSurface()
  const here = {
    ...surface,
    datasource: { id: target?.datasetId ?? 0, type: 'table' },
    offersValues: dataset !== undefined && dataset.filter_select !== false,
  }
  const { data, isFetching } = useValues(here, name, search)
  const { multiSelect } = controlsOf(filter)
  const chosen = asList(defaultValueOf(filter))
  const values = data ? [...data.values.map(({ value }) => value), ...(data.blank > 0 ? [null] : [])] : []
  const offered: Option[] = isSelect
    ? values.map((value) => ({ value, label: textOfValue(value) }))
    : settingOptions(filter.filterType, dataset)
  const missing = chosen.filter((value) => !offered.some((option) => option.value === value))
  const options = [...offered, ...missing.map((value) => ({ value, label: textOfValue(value) }))]
  const columnType = dataset?.columns.find(({ column_name }) => column_name === name)?.type ?? null
  const keyOf = (value: unknown) => JSON.stringify(value)
  const valueOf = (key: string): unknown => JSON.parse(key)
  return (
    <Field required label={t('Default Value')} error={fault}>
      <Combobox<string>
        label={t('Default Value')}
        multiple={isSelect && multiSelect}
        loading={isFetching}
        options={options.map(({ value, label }) => ({ value: keyOf(value), label }))}
        values={chosen.map(keyOf)}
        {...(isSelect && { onSearch: setSearch, create: (text: string) => keyOf(castValue(text, columnType)) })}
        onChange={(keys) =>
          onChange(
            withDefault(filter, keys.map(valueOf), {
              labelOf: (value) => options.find((option) => option.value === value)?.label ?? textOfValue(value),
              excludedText: t('(excluded)'),
            }),
          )
        }
      />
    </Field>
  )
}
