import { t } from '#core/i18n/t.ts'
import { Button } from '../button/Button.tsx'
import { useQuestion } from './confirm.ts'
import { Dialog } from './Dialog.tsx'
import css from './Confirm.module.css'

/** Renders the questions of `confirm`; once per page. */
export const Confirm = () => {
  const asked = useQuestion((state) => state.asked)
  if (!asked) return null
  const { title, text, action, stay = t('Cancel'), danger, answer } = asked
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      width={440}
      onClose={() => answer(false)}
      footer={
        <>
          {stay !== null && (
            <Button kind="quiet" data-autofocus={danger || undefined} onClick={() => answer(false)}>
              {stay}
            </Button>
          )}
          <Button kind={danger ? 'danger' : 'primary'} data-autofocus={!danger || undefined} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <div className={css['text']}>{text}</div>
    </Dialog>
  )
}
