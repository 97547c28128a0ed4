import { useMemo, useState } from 'react'
import type { Sort } from '../../ui/table/model/sort.ts'
import type { TableColumn } from '../../ui/table/columns.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { GridList } from '../../ui/table/GridList.tsx'
import { Table } from '../../ui/table/Table.tsx'
import { cities, type City } from './samples.ts'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

type Key = 'name' | 'country' | 'note' | 'people'

const heads: { key: Key; head: string; column?: Partial<TableColumn> }[] = [
  { key: 'name', head: 'City', column: { pin: 'start' } },
  { key: 'country', head: 'Country' },
  { key: 'note', head: 'Note' },
  { key: 'people', head: 'People', column: { align: 'right', sort: { key: 'people', first: 'desc' } } },
]

const columns: TableColumn[] = heads.map(({ key, head, column }) => ({ key, head, content: 200, sort: { key }, ...column }))

const wideColumns: TableColumn[] = Array.from({ length: 2000 }, (_, i) => ({
  key: `Column ${i + 1}`,
  head: `Column ${i + 1}`,
  content: 100 + (i % 7) * 30,
  align: i % 3 === 1 ? 'right' : 'left',
  sort: { key: `Column ${i + 1}` },
}))

const textOf = (city: City | undefined, key: string): string => {
  if (key === 'people') return city?.people.toLocaleString('en') ?? ''
  return key === 'name' || key === 'country' || key === 'note' ? (city?.[key] ?? '') : ''
}

const compare = (key: string) => (a: City, b: City) =>
  key === 'people' ? a.people - b.people : textOf(a, key).localeCompare(textOf(b, key), 'en', { numeric: true })

export const Tables = () => {
  const [sort, setSort] = useState<Sort | null>({ key: 'people', direction: 'desc' })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState('')
  const rows = useMemo(() => {
    if (!sort) return cities
    const sorted = cities.toSorted(compare(sort.key))
    return sort.direction === 'desc' ? sorted.toReversed() : sorted
  }, [sort])
  return (
    <Section title="Tables">
      <div className={css['tall']}>
        <Table
          label="Cities"
          rowCount={rows.length}
          columns={columns}
          cell={(row, { key }) => textOf(rows[row], key)}
          foot={({ key }) => (key === 'name' ? 'Total' : key === 'people' ? rows.length.toLocaleString('en') : '')}
          sorting={{ sort, onSort: setSort }}
          selection={{ selected, onChange: setSelected, keyOf: (row) => rows[row]?.id ?? '', nameOf: (row) => rows[row]?.name ?? '' }}
          onOpen={(row) => setOpened(rows[row]?.name ?? '')}
        />
      </div>
      <p role="status">{opened && `Opened ${opened}`}</p>
      <p role="status">{`${selected.size} selected`}</p>
      <div className={css['columns']}>
        <div className={css['low']}>
          <Table label="Loading cities" columns={columns.slice(0, 2)} rowCount={0} cell={() => null} loadingRows={4} />
        </div>
        <div className={css['low']}>
          <Table
            label="No cities"
            columns={columns.slice(0, 2)}
            rowCount={0}
            cell={() => null}
            placeholder={<EmptyState title="No cities" text="Nothing was added yet." />}
          />
        </div>
        <div className={css['low']}>
          <Table
            label="Unreadable cities"
            columns={columns.slice(0, 2)}
            rowCount={0}
            cell={() => null}
            placeholder={<ErrorState title="The cities could not be read" text="The connection was lost." onRetry={() => setOpened('')} />}
          />
        </div>
        <div className={css['low']}>
          <Table
            label="A million cities"
            columns={columns.slice(0, 2)}
            rowCount={1_000_000}
            cell={(row, { key }) => (key === 'name' ? `City ${row + 1}` : textOf(cities[row % cities.length], key))}
          />
        </div>
      </div>
      <div className={css['tall']}>
        <Table
          label="Two thousand columns"
          columns={wideColumns}
          rowCount={1000}
          cell={(row, { key }) => `${key}, row ${row + 1}`}
          sorting={{ sort: null, onSort: () => {} }}
        />
      </div>
    </Section>
  )
}

const cardCount = 1_000

export const Cards = () => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState(0)
  const card = (index: number) => (
    <div className={css['card']}>
      <span className={css['cardName']}>Card {index + 1}</span>
      <Button dense onClick={() => setOpened(index + 1)}>
        Open
      </Button>
    </div>
  )
  return (
    <Section title="Cards">
      <div className={css['tall']}>
        <GridList
          label="Cards"
          itemCount={cardCount}
          item={card}
          minItemWidth={200}
          itemHeight={96}
          selection={{ selected, onChange: setSelected, keyOf: String, nameOf: (index) => `Card ${index + 1}` }}
          onOpen={(index) => setOpened(index + 1)}
        />
      </div>
      <p role="status">{opened > 0 && `Opened card ${opened}`}</p>
      <p role="status">{`${selected.size} cards selected`}</p>
      <div className={css['columns']}>
        <div className={css['low']}>
          <GridList label="Loading cards" itemCount={0} item={card} minItemWidth={200} itemHeight={96} loadingItems={2} />
        </div>
        <div className={css['low']}>
          <GridList
            label="No cards"
            itemCount={0}
            item={card}
            minItemWidth={200}
            itemHeight={96}
            placeholder={<EmptyState title="No cards" text="Nothing was added yet." />}
          />
        </div>
      </div>
    </Section>
  )
}
