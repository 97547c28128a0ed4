import type { DataMask } from '#core/filters/data-mask.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { maskOfValue } from '#core/filters/values/filter-value.ts'
import { t } from '#core/i18n/t.ts'
import type { ControlProps } from './control-props.ts'
import { FilterControl } from './FilterControl.tsx'

export type MaskControlProps = Omit<ControlProps<NativeFilter>, 'onChoose'> & { onMask: (mask: DataMask) => void }

/** The control of a filter that stands outside of the bar: gives what it chooses as a mask. */
export const MaskControl = ({ onMask, ...props }: MaskControlProps) => (
  <FilterControl
    {...props}
    onChoose={(value, offer = {}) => onMask(maskOfValue(props.filter, value, { excludedText: t('(excluded)'), ...offer }))}
  />
)
