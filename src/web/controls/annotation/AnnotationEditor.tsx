import { useState } from 'react'
import { parseFormula } from '#charts/shared/time-series/annotations/formula.ts'
import { t } from '#core/i18n/t.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import css from '../Controls.module.css'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { annotationFaults, annotationKinds, annotationOpacities, annotationStyles, sourcesOf, withKind } from './annotation.ts'
import type { AnnotationFaults } from './annotation.ts'
import { ColumnRow, LineLook, Overrides, TitleColumns } from './LayerDetails.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { useSourceColumns } from './sources.ts'

const parses = (formula: string): boolean => {
  try {
    return parseFormula(formula) !== null
  } catch {
    return false
  }
}

type Props = {
  layer: AnnotationLayer
  /** Names of the other layers: each layer's data goes by its name. */
  takenNames: readonly string[]
  onLayer: (layer: AnnotationLayer) => void
  onSave: () => void
  onClose: () => void
}

export const AnnotationEditor = ({ layer: given, takenNames, onLayer, onSave, onClose }: Props) => {
  const [before] = useState(given)
  const [layer, setLayer] = useState(given)
  const [touched, setTouched] = useState(false)
  const columns = useSourceColumns(layer.value, layer.sourceType === 'table')
  const faultsOf = (candidate: AnnotationLayer) => annotationFaults(candidate, { parses, takenNames, t })
  const faults = faultsOf(layer)
  const change = (next: AnnotationLayer) => {
    setLayer(next)
    if (Object.keys(faultsOf(next)).length === 0) onLayer(next)
  }
  const set = (part: Partial<AnnotationLayer>) => change({ ...layer, ...part })
  const text = (field: keyof AnnotationFaults, label: string, placeholder = '') => (
    <label className={css['formRow']}>
      <span>{label}</span>
      <TextInput
        value={String(layer[field] ?? '')}
        placeholder={placeholder}
        aria-invalid={touched && faults[field] !== undefined}
        onBlur={() => setTouched(true)}
        onValue={(value) => set({ [field]: value })}
      />
      {touched && faults[field] && (
        <span className={css['error']} role="alert">
          {faults[field]}
        </span>
      )}
    </label>
  )
  const choice = (key: string, label: string, offer: { value: string; label: string }[]) => (
    <div className={css['formRow']}>
      <span>{label}</span>
      <ChoiceButton choices={offer} value={layer[key] ?? ''} onChange={(value) => set({ [key]: value })} label={label} />
    </div>
  )
  const isFormula = layer.annotationType === 'FORMULA'
  const isFromChart = layer.sourceType === 'table' || layer.sourceType === 'line'
  const isChanged = JSON.stringify(layer) !== JSON.stringify(before)
  const offered = sourcesOf(layer.annotationType)
  return (
    <>
      <div className={css['form']} style={{ width: 'auto' }}>
        {text('name', t('Name'))}
        <div className={css['formRow']}>
          <span>{t('Layer type')}</span>
          <ChoiceButton
            choices={Object.entries(annotationKinds).map(([value, label]) => ({ value, label }))}
            value={layer.annotationType}
            onChange={(kind) => change(withKind(layer, String(kind)))}
            label={t('Layer type')}
          />
        </div>
        {offered.length > 1 && choice('sourceType', t('Source'), offered)}
        {isFormula ? (
          text('value', t('Formula'), '2 * x')
        ) : (
          <SourceChoice key={layer.sourceType} layer={layer} onChoose={(value) => set({ value })} />
        )}
        {layer.sourceType === 'table' && (
          <>
            <ColumnRow
              label={layer.annotationType === 'INTERVAL' ? t('Interval start column') : t('Time column')}
              columns={columns}
              value={layer['timeColumn']}
              onColumn={(timeColumn) => set({ timeColumn })}
            />
            {layer.annotationType === 'INTERVAL' && (
              <ColumnRow
                label={t('Interval end column')}
                columns={columns}
                value={layer['intervalEndColumn']}
                onColumn={(intervalEndColumn) => set({ intervalEndColumn })}
              />
            )}
            <TitleColumns layer={layer} columns={columns} onLayer={set} />
          </>
        )}
        {isFromChart && <Overrides layer={layer} onLayer={set} />}
        {choice(
          'style',
          t('Style'),
          Object.entries(annotationStyles).map(([value, label]) => ({ value, label })),
        )}
        {choice(
          'opacity',
          t('Opacity'),
          Object.entries(annotationOpacities).map(([value, label]) => ({ value, label })),
        )}
        <LineLook layer={layer} onLayer={set} />
        <Checkbox checked={layer['show'] === false} onChange={(hidden) => set({ show: !hidden })} label={t('Hide layer')}>
          <span className={css['checkWord']}>{t('Hide layer')}</span>
        </Checkbox>
        {!isFormula && (
          <Checkbox checked={layer['showLabel'] === true} onChange={(showLabel) => set({ showLabel })} label={t('Show label')}>
            <span className={css['checkWord']}>{t('Show label')}</span>
          </Checkbox>
        )}
      </div>
      <EditorFoot onClose={onClose} onSave={onSave} canSave={isChanged && Object.keys(faults).length === 0} />
    </>
  )
}
