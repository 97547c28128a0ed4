import { Ellipsis, Trash2 } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/overlay/Menu.tsx'
import type { ListConfig, ListRow } from '../config.ts'
import css from './RowActions.module.css'

type Props<R extends ListRow> = {
  config: ListConfig<R>
  row: R
  onRemove: () => void
  /** Shows frequent actions as buttons beside the menu. */
  hasButtons?: boolean
  bordered?: boolean
  className?: string
}

/** Actions on one row. */
export const RowActions = <R extends ListRow>({ config, row, onRemove, hasButtons = false, bordered = false, className }: Props<R>) => {
  const name = config.name(row)
  const canRemove = config.canEdit(row) && Boolean(config.remove)
  const removal = { key: 'delete', label: t('Delete'), icon: <Trash2 />, danger: true, onSelect: onRemove }
  const entries = config.entries(row)
  return (
    <div className={cx(css['buttons'], className)}>
      {canRemove && hasButtons && (
        <IconButton
          dense
          className={css['onHover']}
          label={t('Delete')}
          aria-label={t('Delete %(name)s', { name })}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      )}
      {(entries.length > 0 || canRemove) && (
        <Menu
          label={t('Actions of %(name)s', { name })}
          align="end"
          entries={[...entries, ...(canRemove ? ['divider' as const, removal] : [])]}
        >
          <IconButton dense bordered={bordered} label={t('Actions')} aria-label={t('Actions of %(name)s', { name })} icon={<Ellipsis />} />
        </Menu>
      )}
    </div>
  )
}
