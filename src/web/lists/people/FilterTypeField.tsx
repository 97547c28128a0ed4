import { t } from '#core/i18n/t.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'

/** A regular rule binds the holders of its roles, a base rule everybody else. */
type FilterType = 'Regular' | 'Base'

export const filterTypeHint = (type: FilterType): string =>
  type === 'Regular' ? t('Limits the holders of its roles.') : t('Limits everybody but the holders of its roles.')

export const rolesLabel = (type: FilterType): string => (type === 'Regular' ? t('Roles') : t('Excluded roles'))

type Described = { id?: string; 'aria-describedby'?: string }

export const FilterTypeField = ({
  value,
  onChange,
  ...described
}: Described & { value: FilterType; onChange: (value: FilterType) => void }) => (
  <Segmented
    {...described}
    label={t('Filter type')}
    value={value}
    onChange={onChange}
    options={[
      { key: 'Regular', label: t('Regular') },
      { key: 'Base', label: t('Base') },
    ]}
  />
)
