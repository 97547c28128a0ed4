import type { FieldPathByValue } from 'react-hook-form'
import type { ComponentProps, ReactNode } from 'react'
import { FormField } from '../../../../forms/FormField.tsx'
import type { EditForm } from '../../../../forms/use-edit-form.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import type { CodeInput as LoadedInput } from '../../../../controls/input/CodeInput.tsx'
import css from './PropertiesSheet.module.css'
import type { PropertyValues } from './properties-form.ts'

const CodeInput = lazyPart(async () => (await import('../../../../controls/input/CodeInput.tsx')).CodeInput, {
  pending: ({ height }) => <div className={css['pending']} style={{ height }} aria-busy />,
})

type Input = ComponentProps<typeof LoadedInput>

type Props = Pick<Input, 'language' | 'height' | 'faults' | 'complete'> & {
  form: EditForm<PropertyValues>
  name: FieldPathByValue<PropertyValues, string>
  label: string
  hint: ReactNode
  /** Called with every text that is typed. */
  onText?: (text: string) => void
}

/** A field of the properties that is code. */
export const CodeField = ({ form, name, label, hint, onText, ...input }: Props) => (
  <FormField form={form} name={name} label={label} hint={hint}>
    {({ value, onValue, onBlur }) => (
      <Editor
        {...input}
        label={label}
        value={value}
        onBlur={onBlur}
        onChange={(text) => {
          onValue(text)
          onText?.(text)
        }}
      />
    )}
  </FormField>
)

type EditorProps = Omit<Input, 'backend' | 'takesFocus' | 'describedBy'> & { id?: string; 'aria-describedby'?: string }

const Editor = ({ id, 'aria-describedby': describedBy, ...input }: EditorProps) => (
  <div id={id}>
    <CodeInput {...input} describedBy={describedBy} backend={null} takesFocus={false} />
  </div>
)
