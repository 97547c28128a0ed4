import { Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import css from './BulkBar.module.css'

type Props = {
  count: number
  busy: boolean
  /** Selects the rows of all pages. */
  all: { count: number; select: () => Promise<void> } | undefined
  actions: { key: string; label: string; icon: ReactNode; run: () => void }[]
  onDelete: (() => void) | undefined
  onClear: () => void
}

/** Actions on the selected rows. */
export const BulkBar = ({ count, busy, all, actions, onDelete, onClear }: Props) => (
  <div className={css['bar']} role="toolbar" aria-label={t('Selection')}>
    <span className={css['count']} role="status">
      {t.plural(count, '%(count)s selected', '%(count)s selected')}
    </span>
    {all && (
      <Button kind="link" onClick={() => void all.select()}>
        {t('Select all (%s)', [all.count.toLocaleString(t.locale)])}
      </Button>
    )}
    <span className={css['rule']} />
    {actions.map(({ key, label, icon, run }) => (
      <Button key={key} kind="quiet" icon={icon} onClick={run}>
        {label}
      </Button>
    ))}
    {onDelete && (
      <Button kind="quiet" className={css['delete'] ?? ''} icon={<Trash2 />} busy={busy} onClick={onDelete}>
        {t('Delete')}
      </Button>
    )}
    <IconButton label={t('Clear the selection')} icon={<X />} onClick={onClear} />
  </div>
)
