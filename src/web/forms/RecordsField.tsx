import type { RouteQuery } from '../data/resources.ts'
import { useSearch } from '../data/wire/use-search.ts'
import { Combobox } from '../ui/combobox/Combobox.tsx'

export type NamedRecord = { id: number; name: string }

/** Finds records for the typed text. */
export type RecordSearch = (text: string) => RouteQuery<NamedRecord[]>

type Props = {
  label: string
  records: NamedRecord[]
  onChange: (records: NamedRecord[]) => void
  search: RecordSearch
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** Several records of one kind, searched by name on the server. */
export const RecordsField = ({ label, records, onChange, search, disabled = false, ...described }: Props) => {
  const { data = [], isWaiting, onSearch } = useSearch(search)
  const all = [...records, ...data.filter(({ id }) => !records.some((one) => one.id === id))]
  const options = all.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Combobox
      {...described}
      multiple
      label={label}
      disabled={disabled}
      options={options}
      found={isWaiting ? null : options}
      values={records.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => all.find((one) => one.id === id) ?? []))}
      onSearch={onSearch}
      loading={isWaiting}
    />
  )
}
