import { useEffect, useState } from 'react'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { textOfValue } from '#core/filters/values/value-text.ts'
import type { GroupByFilter, SelectFilter, TimeColumnFilter, TimeGrainFilter } from '#core/filters/native-filter.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { Combobox } from '../../../../../ui/combobox/Combobox.tsx'
import { useDashboard } from '../../../state/dashboard-context.ts'
import { useFilterOffer, useFilterSearch } from '../data/use-filter-offer.ts'
import type { ControlProps } from './control-props.ts'
import { LoadFault } from './LoadFault.tsx'
import { allOptions, keyOfValue, listedOptions, valueOfKey } from './option-keys.ts'

const searchRestMs = 500

const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : searchRestMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** The key of the option that chooses all. */
const allKey = '\u0000all'

const placeholderOf = (count: number | undefined): string => {
  if (count === undefined) return ''
  return count === 0 ? t('No data') : t.plural(count, '%(count)s option', '%(count)s options')
}

/** Chooses one or many of the values of a column. A value can be typed before they are there. */
export const SelectControl = ({ filter, id, isInvalid, value, onChoose }: ControlProps<SelectFilter>) => {
  const controls = controlsOf(filter)
  const [text, setText] = useState('')
  const rested = useRested(text.trim())
  const listed = useFilterOffer(filter)
  const all = listed.offer
  const isSearchedAtServer = controls.searchAllOptions || all?.isComplete === false
  const searchText = isSearchedAtServer ? rested : ''
  const search = useFilterSearch(filter, searchText, listed)
  const { isLoading, error, retry } = searchText === '' ? listed : search
  const isWaiting = text.trim() !== rested
  const columnType = useDashboard((state) => {
    const [target] = filter.targets
    const dataset = Object.values(state.datasets).find((one) => one.id === target?.datasetId)
    return dataset?.columns.find(({ column_name }) => column_name === target?.column?.name)?.type ?? null
  })
  const chosen = asList(value)
  const options = allOptions(all?.options ?? [], search.options)
  const known = [...options.map((option) => option.value), ...chosen]
  const castType = columnType ?? (all?.columnKind === 'number' ? 'DOUBLE' : null)
  const offersAll = controls.multiSelect && !isSearchedAtServer && options.length > 1 && chosen.length < options.length
  const choice = listedOptions(options, chosen)
  return (
    <>
      <Combobox<string>
        id={id}
        label={filter.name}
        multiple={controls.multiSelect}
        aria-invalid={isInvalid}
        loading={isLoading || isWaiting}
        placeholder={placeholderOf(all?.options.length)}
        options={offersAll ? [{ value: allKey, label: t('Select all (%s)', [options.length]) }, ...choice] : choice}
        values={chosen.map(keyOfValue)}
        {...(controls.creatable && { create: (typed: string) => typed })}
        {...(isSearchedAtServer && {
          onSearch: setText,
          found: search.isAnswered && !isWaiting ? listedOptions(search.options, []) : null,
        })}
        onChange={(keys) => {
          const next = keys.includes(allKey) ? options.map((option) => option.value) : keys.map((key) => valueOfKey(key, known, castType))
          onChoose(next, {
            labelOf: (one) => options.find((option) => option.value === one)?.label ?? textOfValue(one),
          })
        }}
      />
      {error !== null && <LoadFault error={error} onRetry={retry} />}
    </>
  )
}

/** Chooses one of the time columns or time grains of a dataset, or the columns by which tables are grouped. */
export const SettingControl = ({
  filter,
  id,
  isInvalid,
  value,
  onChoose,
}: ControlProps<TimeColumnFilter | TimeGrainFilter | GroupByFilter>) => {
  const { offer, isLoading, error, retry } = useFilterOffer(filter)
  const options = offer?.options ?? []
  return (
    <>
      <Combobox<string>
        id={id}
        label={filter.name}
        multiple={filter.filterType === 'filter_groupby' && controlsOf(filter).multiSelect}
        aria-invalid={isInvalid}
        loading={isLoading}
        placeholder={placeholderOf(offer?.options.length)}
        options={listedOptions(options, [])}
        values={asList(value).map(String)}
        onChange={(keys) => onChoose(keys, { labelOf: (one) => options.find((option) => option.value === one)?.label ?? String(one) })}
      />
      {error !== null && <LoadFault error={error} onRetry={retry} />}
    </>
  )
}
