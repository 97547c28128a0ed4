import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '../../ui/combobox/Combobox.tsx'
import type { Search } from './searches.ts'

type Props = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  search: Search
  /** The name of the chosen one, where the search does not find it. */
  chosen: string | undefined
  id?: string
}

/** One record, searched by name on the server. */
export const ChoiceField = ({ value, onChange, search, chosen, ...field }: Props) => {
  const [text, setText] = useState('')
  const { data = [], isFetching } = useQuery({ ...search(text === chosen ? '' : text), placeholderData: keepPreviousData })
  const isListed = value === null || data.some(({ id }) => id === value)
  const all = isListed ? data : [{ id: value, name: chosen ?? String(value) }, ...data]
  return (
    <Combobox
      {...field}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      values={value === null ? [] : [value]}
      onChange={([next]) => onChange(next ?? null)}
      onSearch={setText}
      loading={isFetching}
    />
  )
}
