import { readViewport, viewportParts } from '#charts/shared/form/geo.ts'
import { t } from '#core/i18n/t.ts'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { NumberRow } from '../input/FormRows.tsx'
import { degreesText } from './degrees.ts'

/** The view of a map: five numbers, and its centre in degrees. */
export const Viewport = ({ control, value, onChange }: ControlProps<'viewport'>) => {
  const held = readViewport(value)
  return (
    <BlockField control={control}>
      {(labelId) => (
        <div className={css['group']} aria-labelledby={labelId}>
          {viewportParts.map(({ name, label, min, max }) => (
            <NumberRow
              key={name}
              label={t(label)}
              value={held[name]}
              min={min}
              max={max}
              onNumber={(part) => part !== null && onChange({ ...held, [name]: part })}
            />
          ))}
          <p className={css['notice']}>{`${degreesText(held.longitude)} | ${degreesText(held.latitude)}`}</p>
        </div>
      )}
    </BlockField>
  )
}
