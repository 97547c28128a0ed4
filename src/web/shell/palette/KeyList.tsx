import { t } from '#core/i18n/t.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { keyText } from '../../ui/keys/Kbd.tsx'
import { useBindings } from '../../ui/keys/use-keys.ts'
import css from './KeyList.module.css'

/** All keyboard shortcuts of the current page. */
export const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const bindings = useBindings((state) => state.bindings)
  return (
    <Dialog open title={t('Keyboard shortcuts')} width={440} onClose={onClose}>
      <dl className={css['list']}>
        {bindings.map(({ keys, label }) => (
          <div key={`${keys} ${label}`} className={css['row']}>
            <dt>{label}</dt>
            <dd>
              <kbd className={css['key']}>{keyText(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
