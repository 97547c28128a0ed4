import { useMemo } from 'react'
import { castValue } from '#core/filters/values/cast-value.ts'
import type { Offer } from '#core/filters/values/filter-value.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { FilterControl } from '../../bar/controls/FilterControl.tsx'
import { defaultValueOf, withDefault } from '../draft/filter-settings.ts'
import type { SectionProps } from './FilterSettings.tsx'

type Props = Pick<SectionProps, 'filter' | 'datasets' | 'onChange'> & { id?: string; 'aria-invalid'?: boolean }

/**
 * The control of the filter bar, for the default value: it offers the values under the filter's own pre-filter, whatever its parents have.
 * What is chosen is cast by the type of the column; what is no such value becomes null.
 */
export const DefaultControl = ({ filter, datasets, onChange, id = '', 'aria-invalid': isInvalid = false }: Props) => {
  const [target] = filter.targets
  const columns = datasets.get(target?.datasetId)?.columns
  const columnType = columns?.find(({ column_name }) => column_name === target?.column?.name)?.type
  const alone = useMemo(() => ({ ...filter, name: t('Default Value'), cascadeParentIds: [] }), [filter])
  const choose = (value: unknown, offer: Offer = {}) => {
    const cast = filter.filterType === 'filter_select' ? asList(value).map((one) => castValue(one, columnType)) : value
    onChange(withDefault(filter, cast, { excludedText: t('(excluded)'), ...offer }))
  }
  return <FilterControl filter={alone} id={id} isInvalid={isInvalid} value={defaultValueOf(filter)} onChoose={choose} />
}
