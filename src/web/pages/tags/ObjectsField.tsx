import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaggedKind } from '#api/tag.ts'
import { objectOptions } from '../../lists/options.ts'
import { taggedHeading } from '../../lists/tagged-objects.ts'
import { Combobox } from '../../ui/combobox/Combobox.tsx'

export type NamedObject = { id: number; name: string }

type Props = {
  kind: TaggedKind
  objects: NamedObject[]
  onChange: (objects: NamedObject[]) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const searchOperators = { chart: 'chart_all_text', dashboard: 'title_or_slug', dataset: 'ct' } as const

/** Objects of one kind, searched by name on the server. */
export const ObjectsField = ({ kind, objects, onChange, ...described }: Props) => {
  const [text, setText] = useState('')
  const { data = [], isFetching } = useQuery({
    ...objectOptions(kind, searchOperators[kind])(text),
    placeholderData: keepPreviousData,
  })
  const found = data.map(({ value, label }) => ({ id: Number(value), name: label }))
  const all = [...objects, ...found.filter(({ id }) => !objects.some((one) => one.id === id))]
  return (
    <Combobox
      {...described}
      multiple
      label={taggedHeading(kind)}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      values={objects.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => all.find((one) => one.id === id) ?? []))}
      onSearch={setText}
      loading={isFetching}
    />
  )
}
