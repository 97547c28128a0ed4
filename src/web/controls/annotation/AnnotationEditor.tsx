import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseFormula } from '#charts/shared/time-series/annotations/formula.ts'
import { layerList } from '#api/annotation-layer.ts'
import { t } from '#core/i18n/t.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { charts, listQueries, viewKey } from '../../data/resources.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import css from '../Controls.module.css'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { annotationFaults, annotationKinds, annotationOpacities, annotationStyles, sourcesOf, withKind } from './annotation.ts'
import type { AnnotationFaults } from './annotation.ts'
import { LineLook, Overrides, TitleColumns } from './LayerDetails.tsx'

const firstPage = { page: 0, page_size: 100 }

/** Annotation layers, or saved charts, by name. */
const askSources = async (sourceType: string | null | undefined, signal: AbortSignal) => {
  if (sourceType === 'NATIVE') {
    const { result } = await listQueries(layerList)
      .list({ columns: ['id', 'name'], ...firstPage })
      .queryFn({ signal })
    return result.map(({ id, name }) => ({ value: id, label: name }))
  }
  const { result } = await charts.list({ columns: ['id', 'slice_name'], ...firstPage }).queryFn({ signal })
  return result.map(({ id, slice_name }) => ({ value: id, label: slice_name }))
}

const useSources = (sourceType: string | null | undefined) =>
  useQuery({
    queryKey: viewKey(['chart'], 'annotation sources', sourceType),
    enabled: sourceType === 'NATIVE' || sourceType === 'line' || sourceType === 'table',
    retry: false,
    queryFn: ({ signal }) => askSources(sourceType, signal),
  })

const parses = (formula: string): boolean => {
  try {
    return parseFormula(formula) !== null
  } catch {
    return false
  }
}

type Props = { layer: AnnotationLayer; onLayer: (layer: AnnotationLayer) => void; onSave: () => void; onClose: () => void }

export const AnnotationEditor = ({ layer: given, onLayer, onSave, onClose }: Props) => {
  const [before] = useState(given)
  const [layer, setLayer] = useState(given)
  const [touched, setTouched] = useState(false)
  const sources = useSources(layer.sourceType)
  const faults = annotationFaults(layer, parses, t)
  const change = (next: AnnotationLayer) => {
    setLayer(next)
    if (Object.keys(annotationFaults(next, parses, t)).length === 0) onLayer(next)
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
          <div className={css['formRow']}>
            <span>{layer.sourceType === 'NATIVE' ? t('Annotation layer') : t('Chart')}</span>
            <ChoiceButton
              choices={sources.data ?? []}
              value={layer.value}
              onChange={(value) => set({ value })}
              label={t('Source')}
              placeholder={t('Choose one')}
            />
          </div>
        )}
        {layer.sourceType === 'table' &&
          text('timeColumn', layer.annotationType === 'INTERVAL' ? t('Interval start column') : t('Time column'))}
        {layer.sourceType === 'table' && layer.annotationType === 'INTERVAL' && text('intervalEndColumn', t('Interval end column'))}
        {layer.sourceType === 'table' && <TitleColumns layer={layer} onLayer={set} />}
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
