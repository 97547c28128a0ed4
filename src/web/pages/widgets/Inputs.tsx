import { useState } from 'react'
import { DropZone } from '../../ui/DropZone.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { EditableTitle } from '../../ui/text/EditableTitle.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { TextArea, TextInput } from '../../ui/text/TextInput.tsx'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

export const Inputs = () => {
  const [title, setTitle] = useState('Editable title')
  const [search, setSearch] = useState('')
  return (
    <Section title="Text fields">
      <EditableTitle label="Editable title" value={title} onChange={setTitle} />
      <div className={css['columns']}>
        <Field label="Name" hint="A hint stands below">
          <TextInput defaultValue="Sales" />
        </Field>
        <Field label="With an error" required error="This name is taken">
          <TextInput defaultValue="Sales" />
        </Field>
        <Field label="Disabled">
          <TextInput defaultValue="Sales" disabled />
        </Field>
        <Field label="In one line" inline>
          <TextInput dense placeholder="Placeholder" />
        </Field>
        <Field label="SQL">
          <TextArea mono defaultValue="select 1" rows={3} />
        </Field>
        <SearchInput label="Search things" value={search} onValue={setSearch} keyHint="/" />
      </div>
      <DropZone label="Files" onFiles={() => undefined}>
        {(choose) => (
          <div className={css['drop']}>
            <Button onClick={choose}>Choose a file</Button>
          </div>
        )}
      </DropZone>
    </Section>
  )
}
