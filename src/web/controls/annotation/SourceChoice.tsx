import { t } from '#core/i18n/t.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { errorText } from '../../data/call-error.ts'
import { Picker } from '../../ui/choice/Picker.tsx'
import css from '../Controls.module.css'
import { useSources } from './sources.ts'

type Props = { layer: AnnotationLayer; onChoose: (id: number) => void }

/** The annotation layer or chart that a layer reads; searched on the server. */
export const SourceChoice = ({ layer: { sourceType, value }, onChoose }: Props) => {
  const { sources, chosenLabel, error, isWaiting, onSearch, searched } = useSources(sourceType, value)
  const label = sourceType === 'NATIVE' ? t('Annotation layer') : t('Chart')
  return (
    <div className={css['formRow']}>
      <span>{label}</span>
      <Picker
        label={label}
        value={typeof value === 'number' ? value : null}
        chosenLabel={chosenLabel}
        options={sources}
        loading={isWaiting}
        onSearch={onSearch}
        searched={searched}
        onChange={onChoose}
        placeholder={isWaiting && sources.length === 0 ? t('Loading…') : t('Choose one')}
      />
      {error && (
        <span className={css['error']} role="alert">
          {t('Error while fetching data: %(error)s', { error: errorText(error) })}
        </span>
      )}
    </div>
  )
}
