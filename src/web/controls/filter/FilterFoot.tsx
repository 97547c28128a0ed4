import { Trash2 } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import css from './Filter.module.css'

type Props = { note?: string; onRemove: () => void; onDone: () => void; isValid: boolean }

export const FilterFoot = ({ note, onRemove, onDone, isValid }: Props) => (
  <footer className={css['foot']}>
    <span className="tabular">{note}</span>
    <Button kind="quiet" icon={<Trash2 />} onClick={onRemove}>
      {t('Remove')}
    </Button>
    <Button kind="primary" disabled={!isValid} onClick={onDone}>
      {t('Done')}
    </Button>
  </footer>
)
