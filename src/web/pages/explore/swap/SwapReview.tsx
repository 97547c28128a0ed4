import { ArrowRight, TriangleAlert } from 'lucide-react'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { ChoiceButton } from '../../../controls/choice/ChoiceButton.tsx'
import css from './SwapReview.module.css'
import { candidatesFor, fieldKey } from './propose.ts'
import type { SwapReport } from './references.ts'
import type { Mapping } from './rename.ts'

type Props = {
  report: SwapReport
  before: DatasetFacts | null
  next: DatasetFacts
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
}

/** Before a dataset is swapped: a field in place of each that it lacks, and what breaks all the same. */
export const SwapReview = ({ report: { missing, expressions }, before, next, mapping, onMapping }: Props) => {
  const lost = missing.filter((field) => !mapping.get(fieldKey(field)))
  if (missing.length === 0 && expressions.length === 0)
    return <p className={css['note']}>{t('The new dataset has every column and metric of this chart.')}</p>
  return (
    <div className={css['review']}>
      {missing.length > 0 && (
        <>
          <h3>{t('Missing in the new dataset')}</h3>
          <ul aria-label={t('Missing in the new dataset')}>
            {missing.map((field) => (
              <li key={fieldKey(field)} className={css['field']}>
                <span className={css['name']}>
                  {field.name}
                  <small>{field.usedBy.map((label) => t(label)).join(', ')}</small>
                </span>
                <ArrowRight aria-hidden />
                <ChoiceButton
                  clearable
                  choices={candidatesFor(field, before, next).map((name) => ({ value: name, label: name }))}
                  value={mapping.get(fieldKey(field)) ?? null}
                  onChange={(name) => onMapping(new Map(mapping).set(fieldKey(field), name === null ? null : String(name)))}
                  label={t('In place of %(name)s', { name: field.name })}
                  placeholder={t('Nothing')}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {(lost.length > 0 || expressions.length > 0) && (
        <>
          <h3>{t('What would break')}</h3>
          <ul aria-label={t('What would break')} className={css['broken']}>
            {lost.map((field) => (
              <li key={fieldKey(field)}>
                <TriangleAlert aria-hidden />
                {t('%(controls)s: “%(name)s” is not in the new dataset.', {
                  controls: field.usedBy.map((label) => t(label)).join(', '),
                  name: field.name,
                })}
              </li>
            ))}
            {expressions.map((name) => (
              <li key={name}>
                <TriangleAlert aria-hidden />
                {t('The SQL of “%(name)s” may name columns that the new dataset lacks.', { name })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
