import AntSelect, { type SelectProps } from 'antd/es/select'
import { ChevronDown, X } from 'lucide-react'
import { t } from '#core/i18n/t.ts'

const separators = [',', '\n', '\t', ';']

const trimmed = (values: unknown[]) => [
  ...new Set(values.map((value) => (typeof value === 'string' ? value.trim() : value)).filter((value) => value !== '')),
]

type Props<V> = Omit<SelectProps<V>, 'mode'> & {
  /** Several values; pasted text is split on comma, newline, tab or semicolon. */
  multiple?: boolean
  /** Values that are no option may be typed. */
  free?: boolean
  dense?: boolean
}

/** antd's select, for many values, free text and thousands of options. Only for pages under `AntTheme`. */
export const Select = <V,>({ multiple, free, dense, onChange, ...rest }: Props<V>) => (
  <AntSelect<V>
    size={dense ? 'small' : 'middle'}
    style={{ width: '100%' }}
    {...(multiple && {
      mode: free ? ('tags' as const) : ('multiple' as const),
      tokenSeparators: separators,
      maxTagCount: 'responsive' as const,
    })}
    showSearch={{ optionFilterProp: 'label' }}
    suffixIcon={<ChevronDown size={14} />}
    removeIcon={<X size={12} />}
    notFoundContent={t('No results found')}
    {...(onChange && {
      onChange: (value: V, option: Parameters<NonNullable<SelectProps<V>['onChange']>>[1]) =>
        onChange((Array.isArray(value) ? trimmed(value) : value) as V, option),
    })}
    {...rest}
  />
)
