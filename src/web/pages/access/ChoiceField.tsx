import { useSearch } from '../../data/wire/use-search.ts'
import type { RecordSearch } from '../../forms/RecordsField.tsx'
import { Combobox } from '../../ui/combobox/Combobox.tsx'

type Props = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  search: RecordSearch
  /** The name of the chosen one, where the search does not find it. */
  chosen: string | undefined
  id?: string
}

/** One record, searched by name on the server. */
export const ChoiceField = ({ value, onChange, search, chosen, ...field }: Props) => {
  const { data = [], isWaiting, onSearch } = useSearch((text) => search(text === chosen ? '' : text))
  const isListed = value === null || data.some(({ id }) => id === value)
  const all = isListed ? data : [{ id: value, name: chosen ?? String(value) }, ...data]
  const options = all.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Combobox
      {...field}
      options={options}
      found={isWaiting ? null : options}
      values={value === null ? [] : [value]}
      onChange={([next]) => onChange(next ?? null)}
      onSearch={onSearch}
      loading={isWaiting}
    />
  )
}
