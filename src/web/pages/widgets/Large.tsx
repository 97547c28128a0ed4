import { useState } from 'react'
import { Combobox } from '../../ui/combobox/Combobox.tsx'
import { DateRange, type DayRange } from '../../ui/date/DateRange.tsx'
import { DayCalendar } from '../../ui/date/DayCalendar.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { NumberInput } from '../../ui/number/NumberInput.tsx'
import { RangeSlider } from '../../ui/number/RangeSlider.tsx'
import { RadioList } from '../../ui/choice/RadioList.tsx'
import { OrderList } from '../../ui/reorder/OrderList.tsx'
import { CheckTree } from '../../ui/tree/CheckTree.tsx'
import { fruits, manyOptions, scopes } from './samples.ts'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

const steps = ['Filter', 'Group', 'Sort', 'Limit'].map((label) => ({ key: label.toLowerCase(), label }))

/** Simulates a search on the server. */
const useServerSearch = () => {
  const [found, setFound] = useState(manyOptions.slice(0, 20))
  const search = (text: string) => {
    queueMicrotask(() => setFound(manyOptions.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())).slice(0, 20)))
  }
  return { found, search }
}

const Comboboxes = () => {
  const [one, setOne] = useState<string[]>(['cherry'])
  const [many, setMany] = useState<number[]>([])
  const [made, setMade] = useState<string[]>(['apple'])
  const [remote, setRemote] = useState<number[]>([])
  const { found, search } = useServerSearch()
  return (
    <div className={css['columns']}>
      <Field label="One of many">
        <Combobox label="One of many" options={fruits} values={one} onChange={setOne} />
      </Field>
      <Field label="Many of ten thousand">
        <Combobox label="Many of ten thousand" multiple options={manyOptions} values={many} onChange={setMany} />
      </Field>
      <Field label="Own values">
        <Combobox label="Own values" multiple options={fruits} values={made} onChange={setMade} create={String} />
      </Field>
      <Field label="Searched on the server">
        <Combobox label="Searched on the server" options={found} found={found} values={remote} onChange={setRemote} onSearch={search} />
      </Field>
      <Field label="Disabled combobox">
        <Combobox label="Disabled combobox" multiple options={fruits} values={['fig']} onChange={setMade} disabled />
      </Field>
    </div>
  )
}

const Numbers = () => {
  const [number, setNumber] = useState<number | null>(1200)
  const [level, setLevel] = useState(40)
  const [range, setRange] = useState([20, 80])
  const [way, setWay] = useState<'rows' | 'columns' | 'none'>('rows')
  return (
    <div className={css['columns']}>
      <Field label="Row limit">
        <NumberInput label="Row limit" value={number} onChange={setNumber} min={0} max={50_000} step={100} />
      </Field>
      <RangeSlider label="Opacity" value={level} onChange={setLevel} min={0} max={100} />
      <RangeSlider label="Bubble size" value={range} onChange={setRange} min={0} max={100} ends={['Smallest', 'Largest']} />
      <RadioList
        label="Totals of"
        value={way}
        onChange={setWay}
        options={[
          { key: 'rows', label: 'Rows', note: 'A column at the end' },
          { key: 'columns', label: 'Columns' },
          { key: 'none', label: 'Nothing', disabled: true },
        ]}
      />
    </div>
  )
}

const Dates = () => {
  const [days, setDays] = useState<DayRange | null>({ start: '2024-03-04', end: '2024-03-17' })
  const [day, setDay] = useState('2024-03-10')
  return (
    <div className={css['row']}>
      <DateRange label="Period" value={days} onChange={setDays} />
      <DateRange label="Disabled period" value={null} onChange={setDays} disabled />
      <DayCalendar label="Day" value={day} onChange={setDay} min="2024-01-08" />
    </div>
  )
}

const Lists = () => {
  const [order, setOrder] = useState(steps)
  const [checked, setChecked] = useState<Set<string>>(new Set(['ratings']))
  return (
    <div className={css['columns']}>
      <OrderList label="Order of steps" items={order} onReorder={setOrder} />
      <CheckTree label="Scope" nodes={scopes} checked={checked} onChange={setChecked} expanded={['films']} />
    </div>
  )
}

/** Widgets that pages load on demand. */
export const Large = () => (
  <Section title="Large choices">
    <Comboboxes />
    <Numbers />
    <Dates />
    <Lists />
  </Section>
)
