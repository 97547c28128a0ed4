import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { useDraft } from './use-draft.ts'

/** A number between two bounds. */
export const SliderControl = ({ control, value, onChange }: ControlProps<'slider'>) => {
  const { min = 0, max = 100, step = 1 } = control
  const present = typeof value === 'number' ? value : Number(control.default ?? min)
  const draft = useDraft(String(present), (text) => onChange(Number(text)), { wait: 60 })
  return (
    <LineField control={control}>
      {(labelId) => (
        <div className={css['slider']}>
          <input
            type="range"
            aria-labelledby={labelId}
            min={min}
            max={max}
            step={step}
            value={draft.value}
            style={{ '--share': `${((Number(draft.value) - min) / (max - min || 1)) * 100}%` } as React.CSSProperties}
            onChange={(event) => draft.onValue(event.target.value)}
            onBlur={draft.onBlur}
          />
          <output className="tabular">{draft.value}</output>
        </div>
      )}
    </LineField>
  )
}
