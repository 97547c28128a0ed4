import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteQuery } from '../data/resources.ts'
import { Combobox } from '../ui/combobox/Combobox.tsx'

export type NamedRecord = { id: number; name: string }

type Props = {
  label: string
  records: NamedRecord[]
  onChange: (records: NamedRecord[]) => void
  /** What is offered for the typed text. */
  search: (text: string) => RouteQuery<NamedRecord[]>
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** Several records of one kind, searched by name on the server. */
export const RecordsField = ({ label, records, onChange, search, disabled = false, ...described }: Props) => {
  const [text, setText] = useState('')
  const { data = [], isFetching } = useQuery({ ...search(text), placeholderData: keepPreviousData })
  const all = [...records, ...data.filter(({ id }) => !records.some((one) => one.id === id))]
  return (
    <Combobox
      {...described}
      multiple
      label={label}
      disabled={disabled}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      values={records.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => all.find((one) => one.id === id) ?? []))}
      onSearch={setText}
      loading={isFetching}
    />
  )
}
