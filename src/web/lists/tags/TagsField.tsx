import { useQuery } from '@tanstack/react-query'
import { tagList } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { wholeList } from '../../data/wire/whole-lists.ts'
import { Combobox } from '../../ui/combobox/Combobox.tsx'

type Props = {
  tags: string[]
  onChange: (tags: string[]) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const known = wholeList(tagList, {
  columns: ['name'],
  filters: [{ col: 'type', opr: 'custom_tag', value: true }],
  order_column: 'name',
  order_direction: 'asc',
})

/** Tags by name; those that nobody has used yet are created when the form is saved. */
export const TagsField = ({ tags, onChange, ...described }: Props) => {
  const { data, isFetching } = useQuery(known)
  const names = [...new Set([...tags, ...(data?.result.map(({ name }) => name) ?? [])])]
  return (
    <Combobox
      {...described}
      multiple
      label={t('Tags')}
      options={names.map((name) => ({ value: name, label: name }))}
      values={tags}
      onChange={onChange}
      create={(text) => text}
      loading={isFetching}
    />
  )
}
