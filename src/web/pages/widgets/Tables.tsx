import { useMemo, useState } from 'react'
import { Table } from '../../ui/table/Table.tsx'
import { cities, type City } from './samples.ts'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

type Key = 'name' | 'country' | 'people'

const heads: { key: Key; head: string; align: 'left' | 'right' }[] = [
  { key: 'name', head: 'City', align: 'left' },
  { key: 'country', head: 'Country', align: 'left' },
  { key: 'people', head: 'People', align: 'right' },
]

const compare = (key: Key) => (a: City, b: City) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0)

export const Tables = () => {
  const [sort, setSort] = useState<{ key: Key; descending: boolean }>({ key: 'people', descending: true })
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [opened, setOpened] = useState('')
  const rows = useMemo(() => {
    const sorted = cities.toSorted(compare(sort.key))
    return sort.descending ? sorted.toReversed() : sorted
  }, [sort])
  return (
    <Section title="Tables">
      <div className={css['tall']}>
        <Table
          label="Cities"
          rowCount={rows.length}
          columns={heads.map((column) => ({
            ...column,
            content: 240,
            pinned: column.key === 'name',
            onSort: () => setSort({ key: column.key, descending: sort.key === column.key && !sort.descending }),
            sorted: sort.key === column.key ? (sort.descending ? 'desc' : 'asc') : undefined,
          }))}
          cell={(row, column) => String(rows[row]?.[heads[column]?.key ?? 'name'] ?? '')}
          selection={{ selected, onChange: setSelected, keyOf: (row) => rows[row]?.id ?? '', nameOf: (row) => rows[row]?.name ?? '' }}
          onRowClick={(row) => setOpened(rows[row]?.name ?? '')}
        />
      </div>
      <p role="status">{opened && `Opened ${opened}`}</p>
      <p role="status">{`${selected.size} selected`}</p>
    </Section>
  )
}
