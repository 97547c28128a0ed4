import type { KeyboardEvent, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { EditForm } from './use-edit-form.ts'
import css from './FormBody.module.css'

type Props<V extends FieldValues> = {
  form: Pick<EditForm<V>, 'element' | 'onSubmit' | 'isSaving' | 'topFault'>
  /** Unlike those of other forms on the page; names the form for a button outside it. */
  id?: string
  children: ReactNode
}

/** Enter in a search among the fields searches; it does not save. */
const keepSearching = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search') event.preventDefault()
}

/** The fields of a form, below what is wrong with none of them in particular. */
export const FormBody = <V extends FieldValues>({ form: { element, onSubmit, isSaving, topFault }, id, children }: Props<V>) => (
  <form ref={element} id={id} noValidate inert={isSaving} className={css['form']} onSubmit={onSubmit} onKeyDown={keepSearching}>
    {topFault && (
      <p className={css['fault']} role="alert">
        {topFault}
      </p>
    )}
    {children}
  </form>
)
