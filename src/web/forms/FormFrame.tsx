import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { Button } from '../ui/button/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { FormBody } from './FormBody.tsx'
import type { EditForm } from './use-edit-form.ts'

type Props<V extends FieldValues> = {
  form: EditForm<V>
  id: string
  title: ReactNode
  width?: number
  onClose: () => void
  /** The word on the button that saves. */
  action?: string
  /** Whatever the form holds, it cannot be saved. */
  disabled?: boolean
  /** At the left of the buttons. */
  note?: ReactNode
  /** In place of Cancel. */
  buttons?: ReactNode
  children: ReactNode
}

const partsOf = <V extends FieldValues>({ form, id, onClose, action = t('Save'), disabled = false, buttons, children }: Props<V>) => {
  const close = () => void form.mayLeave().then((yes) => yes && onClose())
  return {
    close,
    buttons: (
      <>
        {buttons ?? (
          <Button kind="quiet" onClick={close}>
            {t('Cancel')}
          </Button>
        )}
        <Button kind="primary" type="submit" form={id} busy={form.isBusy} disabled={disabled || !form.canSave}>
          {action}
        </Button>
      </>
    ),
    body: (
      <FormBody form={form} id={id}>
        {children}
      </FormBody>
    ),
  }
}

/** A form at the right side of the page. */
export const FormSheet = <V extends FieldValues>(props: Props<V>) => {
  const { title, width, note } = props
  const { close, buttons, body } = partsOf(props)
  return (
    <Sheet
      open
      title={title}
      {...(width !== undefined && { width })}
      onClose={close}
      footer={
        <>
          {note}
          {buttons}
        </>
      }
    >
      {body}
    </Sheet>
  )
}

/** A form in the middle of the page. */
export const FormDialog = <V extends FieldValues>(props: Props<V>) => {
  const { title, width, note } = props
  const { close, buttons, body } = partsOf(props)
  return (
    <Dialog open title={title} {...(width !== undefined && { width })} closeOnPress={false} onClose={close} note={note} footer={buttons}>
      {body}
    </Dialog>
  )
}
