import { useContext } from 'react'
import { RotateCcw } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import css from '../Controls.module.css'
import fieldCss from '../ControlField.module.css'
import { FieldStateContext } from '../control-props.ts'
import type { ControlProps } from '../control-props.ts'

/** On or off, with its word beside the box. */
export const CheckboxControl = ({ control, value, onChange }: ControlProps<'checkbox'>) => {
  const { changed, onReset } = useContext(FieldStateContext)
  const description = control.description && t(control.description)
  return (
    <div className={css['check']} data-control={control.name} data-described={description && true}>
      {changed && <span className={fieldCss['dot']} style={{ left: 5, top: 'calc(50% - 3px)' }} aria-hidden />}
      <span data-tip={description}>
        <Checkbox checked={Boolean(value)} onChange={onChange} label={t(control.label)} description={description}>
          <span className={css['checkWord']}>{t(control.label)}</span>
        </Checkbox>
      </span>
      {changed && (
        <IconButton
          dense
          label={t('Reset %(name)s', { name: t(control.label) })}
          icon={<RotateCcw size={14} />}
          className={fieldCss['resetIcon'] ?? ''}
          onClick={onReset}
        />
      )}
    </div>
  )
}
