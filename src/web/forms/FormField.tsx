import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { useController, type Control, type FieldPath, type FieldPathByValue, type FieldPathValue, type FieldValues } from 'react-hook-form'
import { Checkbox } from '../ui/choice/Checkbox.tsx'
import { Field } from '../ui/text/Field.tsx'
import { TextArea, TextInput } from '../ui/text/TextInput.tsx'

type Shared<V extends FieldValues> = {
  form: { control: Control<V> }
  label: ReactNode
  hint?: ReactNode
  required?: boolean
}

type Bound<T> = { name: string; value: T; onValue: (value: T) => void; onBlur: () => void }

type FormFieldProps<V extends FieldValues, N extends FieldPath<V>> = Shared<V> & {
  name: N
  children: (bound: Bound<FieldPathValue<V, N>>) => ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>
}

/** A labelled control of a form, with what is wrong with its value. */
export const FormField = <V extends FieldValues, N extends FieldPath<V>>({ form, name, children, ...rest }: FormFieldProps<V, N>) => {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field {...rest} error={fieldState.error?.message}>
      {children({ name, value: field.value, onValue: field.onChange, onBlur: field.onBlur })}
    </Field>
  )
}

type TextOf<V extends FieldValues> = Shared<V> & { name: FieldPathByValue<V, string>; mono?: boolean }

type TextProps<V extends FieldValues, E extends 'input' | 'textarea'> = TextOf<V> &
  Omit<ComponentProps<E>, 'name' | 'form' | 'required' | 'value' | 'onChange' | 'onBlur' | 'children'>

const useText = <V extends FieldValues>({ form, name, label, hint, required }: TextOf<V>) => {
  const { field, fieldState } = useController({ control: form.control, name })
  const onValue = (text: string): void => field.onChange(text)
  return {
    around: { label, hint, error: fieldState.error?.message, ...(required && { required }) },
    control: { name, value: String(field.value), onValue, onBlur: field.onBlur, 'aria-required': required },
  }
}

/** One line of text. */
export const TextField = <V extends FieldValues>(props: TextProps<V, 'input'>) => {
  const { form: _form, label: _label, hint: _hint, ...rest } = props
  const { around, control } = useText(props)
  return (
    <Field {...around}>
      <TextInput {...rest} {...control} />
    </Field>
  )
}

/** Text of several lines. */
export const AreaField = <V extends FieldValues>(props: TextProps<V, 'textarea'>) => {
  const { form: _form, label: _label, hint: _hint, ...rest } = props
  const { around, control } = useText(props)
  return (
    <Field {...around}>
      <TextArea {...rest} {...control} />
    </Field>
  )
}

type CheckProps<V extends FieldValues> = Pick<Shared<V>, 'form'> & { name: FieldPathByValue<V, boolean>; label: string }

/** A checkbox with its label. */
export const CheckField = <V extends FieldValues>({ form, name, label }: CheckProps<V>) => {
  const { field } = useController({ control: form.control, name })
  return (
    <Checkbox label={label} checked={Boolean(field.value)} onChange={field.onChange}>
      {label}
    </Checkbox>
  )
}
