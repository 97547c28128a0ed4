import { CircleAlert, RotateCcw } from 'lucide-react'
import { useContext, useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { t } from '#core/i18n/t.ts'
import type { Control } from '#charts/control.ts'
import { Button } from '../ui/button/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/button/IconButton.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import css from './ControlField.module.css'
import { FieldStateContext } from './control-props.ts'

type Props = {
  control: Pick<Control, 'name' | 'label' | 'description' | 'required'>
  /** At the right end of the label. */
  action?: ReactNode
  /** Given the id of the label. */
  children: (labelId: string) => ReactNode
  className?: string
}

/** The description is shown on hover or tap of the label, and when the keyboard focus rests in the field. */
const describedBy = ({ description }: Pick<Control, 'description'>) =>
  description ? { 'aria-description': t(description), 'data-described': true } : {}

/** The label with its description and its error. */
const Label = ({ control, id }: { control: Props['control']; id: string }) => {
  const { error } = useContext(FieldStateContext)
  const label = (
    <span id={id} className={cx(css['label'], error !== null && css['bad'])} data-tip={control.description && t(control.description)}>
      {t(control.label)}
    </span>
  )
  return (
    <>
      {label}
      {error !== null && (
        <Tooltip text={error}>
          <span className={css['alert']} role="img" aria-label={error} tabIndex={0}>
            <CircleAlert size={14} />
          </span>
        </Tooltip>
      )}
    </>
  )
}

type BlockProps = Props & {
  groupRef?: Ref<HTMLDivElement>
  /** A drag is on its way: it fits here, or is over this control. */
  drop?: 'lit' | 'over' | null
}

/** A control that takes the whole width under its label. */
export const BlockField = ({ control, action, children, className, groupRef, drop }: BlockProps) => {
  const id = useId()
  const { changed, onReset } = useContext(FieldStateContext)
  return (
    <div
      ref={groupRef}
      role="group"
      aria-labelledby={id}
      className={cx(css['block'], className)}
      data-control={control.name}
      data-drop={drop ?? undefined}
      {...describedBy(control)}
    >
      {control.label !== '' && (
        <div className={css['head']}>
          {changed && <span className={css['dot']} aria-hidden />}
          <Label control={control} id={id} />
          <span className={css['space']} />
          {changed && (
            <Button
              kind="link"
              className={css['reset'] ?? ''}
              icon={<RotateCcw size={14} />}
              aria-label={t('Reset %(name)s', { name: t(control.label) })}
              onClick={onReset}
            >
              {t('Reset')}
            </Button>
          )}
          {action}
        </div>
      )}
      {children(id)}
    </div>
  )
}

/** A control of one value: label and input in one line. */
export const LineField = ({ control, action, children, className }: Props) => {
  const id = useId()
  const { changed, onReset } = useContext(FieldStateContext)
  return (
    <div role="group" aria-labelledby={id} className={cx(css['line'], className)} data-control={control.name} {...describedBy(control)}>
      <div className={css['lineLabel']}>
        {changed && <span className={css['dot']} aria-hidden />}
        <Label control={control} id={id} />
        {changed && (
          <IconButton
            dense
            label={t('Reset %(name)s', { name: t(control.label) })}
            icon={<RotateCcw size={14} />}
            className={css['resetIcon'] ?? ''}
            onClick={onReset}
          />
        )}
      </div>
      <div className={css['lineInput']}>{children(id)}</div>
      {action}
    </div>
  )
}
