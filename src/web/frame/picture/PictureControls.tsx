import type { SelectControl } from '#charts/control.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import css from '../ChartFrame.module.css'

type Props = { controls: SelectControl[]; form: FormData; onChange: (change: Partial<FormData>) => void }

const noChoices: never[] = []

/** Controls above a picture, by which readers draw it in another way. */
export const PictureControls = ({ controls, form, onChange }: Props) => (
  <div className={css['controls']}>
    {controls.map(({ name, label, choices }) => (
      <Segmented
        key={name}
        dense
        label={t(label)}
        options={(Array.isArray(choices) ? choices : noChoices).map((choice) => ({ key: String(choice.value), label: t(choice.label) }))}
        value={String(form[name] ?? null)}
        onChange={(key) => onChange({ [name]: key === 'null' ? null : key })}
      />
    ))}
  </div>
)
