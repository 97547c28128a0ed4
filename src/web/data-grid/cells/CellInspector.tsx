import { t } from '#core/i18n/t.ts'
import { cell } from '#core/table.ts'
import type { Column } from '#core/table.ts'
import { downloadText } from '../../frame/picture/download.ts'
import { Button } from '../../ui/button/Button.tsx'
import { CopyButton } from '../../ui/button/CopyButton.tsx'
import { Sheet } from '../../ui/overlay/Sheet.tsx'
import { inspectedText, maxShown } from './inspected-text.ts'
import css from './CellInspector.module.css'

type Props = {
  column: Column
  row: number
  name: string
  /** How the table writes the value. */
  text: string
  onClose: () => void
}

const sizeText = (length: number) => t.plural(length, '%(count)s character', '%(count)s characters')

/** One cell as a whole: JSON in lines, long texts scroll. */
export const CellInspector = ({ column, row, name, text, onClose }: Props) => {
  const isMissing = cell(column, row) === null
  const { whole, isJson } = inspectedText(column, row, text)
  const isCut = whole.length > maxShown
  return (
    <Sheet
      open
      onClose={onClose}
      title={name}
      footer={
        <>
          <span className={css['size']}>
            {isMissing ? t('No value') : isJson ? t('JSON, %(size)s', { size: sizeText(whole.length) }) : sizeText(whole.length)}
          </span>
          <Button dense disabled={isMissing} onClick={() => downloadText(whole, `${name}.${isJson ? 'json' : 'txt'}`, 'text/plain')}>
            {t('Download')}
          </Button>
          <CopyButton text={whole} label={t('Copy the value')} />
        </>
      }
    >
      {isMissing ? (
        <p className={css['missing']}>{t('This cell has no value (NULL).')}</p>
      ) : (
        <>
          <pre className={css['value']} tabIndex={0} aria-label={t('Value')}>
            {isCut ? whole.slice(0, maxShown) : whole}
          </pre>
          {isCut && (
            <p className={css['missing']}>{t('The first %(shown)s are shown. Copy or download has all.', { shown: sizeText(maxShown) })}</p>
          )}
        </>
      )}
    </Sheet>
  )
}
