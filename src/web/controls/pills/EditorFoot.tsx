import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import css from './Pills.module.css'

type Props = {
  note?: ReactNode
  onRemove?: (() => void) | undefined
  /** Takes back what was edited. */
  onClose: () => void
  onSave: () => void
  /** Something changed, and it is valid. */
  canSave: boolean
  isSaving?: boolean
}

/** The foot of an editor whose changes are previewed: Save keeps them, Close takes them back. */
export const EditorFoot = ({ note, onRemove, onClose, onSave, canSave, isSaving = false }: Props) => (
  <footer className={css['foot']}>
    {onRemove && <IconButton dense label={t('Remove')} icon={<Trash2 />} onClick={onRemove} />}
    <span className="tabular">{note}</span>
    <Button kind="quiet" onClick={onClose}>
      {t('Close')}
    </Button>
    <Button kind="primary" busy={isSaving} disabled={!canSave} onClick={onSave}>
      {t('Save')}
    </Button>
  </footer>
)
