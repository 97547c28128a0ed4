import { ChevronDown, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { Popover } from '../../ui/overlay/Popover.tsx'
import { Sheet } from '../../ui/overlay/Sheet.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import { fruits } from './samples.ts'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

const actions = (choose: (key: string) => void, chosen: string): MenuEntry[] => [
  { heading: 'Actions' },
  { key: 'copy', label: 'Copy', icon: <Copy />, hint: '⌘C', onSelect: () => say('Copied') },
  { key: 'page', label: 'Leads to a page', to: '/dev/widgets' },
  { key: 'closed', label: 'Disabled', disabled: true, reason: 'Not now' },
  'divider',
  { key: 'light', label: 'Light rows', checked: chosen === 'light', onSelect: () => choose('light') },
  { key: 'dark', label: 'Dark rows', checked: chosen === 'dark', onSelect: () => choose('dark') },
  'divider',
  { key: 'delete', label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => say('Deleted', { kind: 'good' }) },
]

const Name = () => (
  <Field label="Name of the copy">
    <TextInput defaultValue="Sales" />
  </Field>
)

const Fruit = () => {
  const [fruit, setFruit] = useState<string | null>(null)
  return (
    <Field label="Fruit">
      <Picker label="Fruit" options={fruits} value={fruit} onChange={setFruit} placeholder="Choose" />
    </Field>
  )
}

export const Overlays = () => {
  const [open, setOpen] = useState<'popover' | 'dialog' | 'sheet' | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [rows, setRows] = useState('light')
  const [asked, setAsked] = useState(false)
  const close = () => setOpen(null)
  return (
    <Section title="What opens">
      <div className={css['row']}>
        <Menu label="Actions" entries={() => actions(setRows, rows)}>
          <Button after={<ChevronDown />}>Menu</Button>
        </Menu>
        <Button ref={setAnchor} aria-expanded={open === 'popover'} onClick={() => setOpen('popover')}>
          Popover
        </Button>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button
          onClick={async () =>
            setAsked(await confirm({ title: 'Delete it?', text: 'It cannot be brought back.', action: 'Delete', danger: true }))
          }
        >
          {asked ? 'Confirmed' : 'Confirm'}
        </Button>
        <Tooltip text="A few words about it">
          <Button>Tooltip</Button>
        </Tooltip>
        {(['info', 'good', 'warn', 'bad'] as const).map((kind) => (
          <Button
            key={kind}
            kind="quiet"
            onClick={() => say(`A toast of kind ${kind}`, { kind, action: { label: 'Undo', run: () => say('Undone') } })}
          >
            {`Toast ${kind}`}
          </Button>
        ))}
      </div>
      <Popover open={open === 'popover'} onClose={close} anchor={anchor} label="Details" width={280}>
        <div className={cx(css['form'], css['popover'])}>
          <Name />
          <Fruit />
        </div>
      </Popover>
      <Dialog open={open === 'dialog'} onClose={close} title="Copy the chart" footer={<Button kind="primary">Copy</Button>}>
        <div className={css['form']}>
          <Name />
          <Fruit />
          <Menu label="More actions" entries={() => actions(setRows, rows)}>
            <Button>More</Button>
          </Menu>
        </div>
      </Dialog>
      <Sheet open={open === 'sheet'} onClose={close} title="Properties" footer={<Button kind="primary">Save</Button>}>
        <div className={css['form']}>
          <Name />
          <Fruit />
        </div>
      </Sheet>
    </Section>
  )
}
