import { Database } from 'lucide-react'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { useIsLent } from './use-is-lent.ts'
import css from './Drill.module.css'
import { useDrillInfo } from './use-dimensions.ts'

/** The dataset of a drill: its name, when and by whom it was changed, and its owners. */
export const DatasetLine = ({ datasource }: { datasource: string }) => {
  const { data, error } = useDrillInfo(datasource)
  if (useIsLent(datasource)) return null
  if (error)
    return (
      <p className={css['dataset']} role="alert">
        {t('There was an error loading the dataset metadata')}
      </p>
    )
  const info = data?.result
  if (!info?.table_name) return <p className={css['dataset']} />
  const { table_name, changed_on_humanized: ago = '', changed_by, owners = [] } = info
  const words = [
    changed_by ? t('Changed %(ago)s by %(name)s', { ago, name: fullName(changed_by) }) : t('Changed %(ago)s', { ago }),
    ...(owners.length > 0 ? [t('Owners: %s', [owners.map(fullName).join(', ')])] : []),
  ]
  return (
    <p className={css['dataset']}>
      <Database aria-hidden />
      <strong>{table_name}</strong>
      <span title={words.join(' · ')}>{words.join(' · ')}</span>
    </p>
  )
}
