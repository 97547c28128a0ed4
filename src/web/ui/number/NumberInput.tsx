import { Minus, Plus } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { NumberField } from 'react-aria-components/NumberField'
import { t } from '#core/i18n/t.ts'
import css from './Number.module.css'

type Props = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  disabled?: boolean
  id?: string
}

/** A number in the format of the locale; arrows step, Home and End go to the bounds. */
export const NumberInput = ({ label, value, onChange, min, max, step, disabled = false, id }: Props) => (
  <I18nProvider locale={t.locale}>
    <NumberField
      aria-label={label}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isDisabled={disabled}
      {...(id && { id })}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      {...(step !== undefined && { step })}
    >
      <Group className={css['box'] ?? ''}>
        <Input className={css['input'] ?? ''} />
        <Button slot="decrement" className={css['step'] ?? ''}>
          <Minus aria-hidden />
        </Button>
        <Button slot="increment" className={css['step'] ?? ''}>
          <Plus aria-hidden />
        </Button>
      </Group>
    </NumberField>
  </I18nProvider>
)
