import { ChartBar, ChartLine, ChartPie } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Splitter, usePaneSize } from '../../ui/Splitter.tsx'
import { Switch } from '../../ui/choice/Switch.tsx'
import { Tabs } from '../../ui/choice/Tabs.tsx'
import { few, fruits, manyOptions } from './samples.ts'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

const tabs = [
  { key: 'data', label: 'Data' },
  { key: 'style', label: 'Style' },
  { key: 'closed', label: 'Closed', disabled: true },
  { key: 'more', label: 'More' },
]

const shapes = [
  { key: 'bar', label: 'Bars', icon: <ChartBar /> },
  { key: 'line', label: 'Lines', icon: <ChartLine /> },
  { key: 'pie', label: 'Pie', icon: <ChartPie />, disabled: true },
]

const sizes = ['Small', 'Medium', 'Large'].map((label) => ({ key: label.toLowerCase(), label }))

const pane = { initial: 240, min: 160, max: 400 }

export const Choices = () => {
  const [checked, setChecked] = useState(true)
  const [on, setOn] = useState(true)
  const [tab, setTab] = useState('data')
  const [shape, setShape] = useState('bar')
  const [size, setSize] = useState('small')
  const [fruit, setFruit] = useState<string | null>('cherry')
  const [option, setOption] = useState<number | null>(null)
  const [width, resize] = usePaneSize('widgets', pane)
  return (
    <Section title="Choices">
      <div className={css['row']}>
        <Checkbox label="Checked" checked={checked} onChange={setChecked}>
          Checked
        </Checkbox>
        <Checkbox label="Mixed" checked={false} mixed onChange={() => undefined}>
          Mixed
        </Checkbox>
        <Checkbox label="Disabled" checked disabled onChange={() => undefined}>
          Disabled
        </Checkbox>
        <Switch label="On" checked={on} onChange={setOn} />
        <Switch label="Disabled switch" checked={false} disabled onChange={() => undefined} />
      </div>
      <div className={css['row']}>
        <Segmented label="Size" options={sizes} value={size} onChange={setSize} />
        <Segmented label="Shape" options={shapes} value={shape} onChange={setShape} dense />
      </div>
      <Tabs label="Parts" tabs={tabs} value={tab} onChange={setTab} panels="part" />
      {tabs.map(({ key, label }) => (
        <div key={key} id={`part-${key}`} role="tabpanel" aria-label={label} hidden={key !== tab}>
          {label}
        </div>
      ))}
      <div className={css['columns']}>
        <Field label="Few options">
          <Picker label="Few options" options={few} value={fruit} onChange={setFruit} placeholder="Choose" />
        </Field>
        <Field label="Searched options">
          <Picker label="Searched options" options={fruits} value={fruit} onChange={setFruit} placeholder="Choose" />
        </Field>
        <Field label="Ten thousand options">
          <Picker label="Ten thousand options" options={manyOptions} value={option} onChange={setOption} placeholder="Choose" />
        </Field>
        <Field label="Disabled choice" error="Choose another one">
          <Picker label="Disabled choice" options={few} value="apple" onChange={setFruit} disabled />
        </Field>
      </div>
      <div className={css['panes']}>
        <div className={css['pane']} style={{ width }} />
        <Splitter label="Width of the pane" size={width} onResize={resize} bounds={pane} pane="left" />
      </div>
    </Section>
  )
}
