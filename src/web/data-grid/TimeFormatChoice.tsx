import { t } from '#core/i18n/t.ts'
import { Segmented } from '../ui/choice/Segmented.tsx'
import css from './StatisticsPopover.module.css'

type Props = { isRaw: boolean; onToggle: () => void }

/** Whether the times of a column are shown formatted or as they came. */
export const TimeFormatChoice = ({ isRaw, onToggle }: Props) => (
  <div className={css['format']}>
    <Segmented
      dense
      label={t('Format')}
      value={isRaw ? 'raw' : 'formatted'}
      options={[
        { key: 'formatted', label: t('Formatted date') },
        { key: 'raw', label: t('Original value') },
      ]}
      onChange={(chosen) => {
        if ((chosen === 'raw') !== isRaw) onToggle()
      }}
    />
  </div>
)
