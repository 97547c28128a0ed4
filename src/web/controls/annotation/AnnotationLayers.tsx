import { Plus } from 'lucide-react'
import { Fragment, useContext, useState } from 'react'
import { msg, t } from '#core/i18n/t.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { annotationEditor, editorPopover } from '../editors.ts'
import { annotationKinds, newAnnotation } from './annotation.ts'
import { LayerStatesContext } from './layer-states.ts'
import type { LayerState } from './layer-states.ts'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { Pill } from '../pills/Pill.tsx'
import pillCss from '../pills/Pills.module.css'

/** Why a layer has no data, under its pill. */
const LayerFault = ({ name, state }: { name: string; state: LayerState }) => (
  <p className={css['error']} role="alert">
    {t('“%(name)s” could not be loaded: %(error)s', { name, error: state.error ?? '' })}{' '}
    <Button kind="link" onClick={state.retry}>
      {t('Try again')}
    </Button>
  </p>
)

/** Formulas, events and series laid over a chart. */
export const AnnotationLayers = ({ control, value, onChange }: ControlProps<'annotation-layers'>) => {
  const layers = asList<AnnotationLayer>(value)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [editing, setEditing] = useState<{ index: number; before: AnnotationLayer[] } | null>(null)
  const states = useContext(LayerStatesContext)
  const isReady = annotationEditor.useReady(editing !== null)
  const add = () => setEditing({ index: layers.length, before: layers })
  const put = (index: number, layer: AnnotationLayer) => onChange(index < layers.length ? layers.with(index, layer) : [...layers, layer])
  const cancel = () => {
    if (editing) onChange(editing.before)
    setEditing(null)
  }
  return (
    <BlockField
      control={control.label === '' ? { ...control, label: msg('Layers') } : control}
      action={<IconButton dense label={t('Add a layer')} icon={<Plus />} onClick={add} />}
    >
      {() => (
        <div ref={setAnchor} className={pillCss['list']}>
          {layers.length === 0 && (
            <button type="button" className={pillCss['empty']} onClick={add}>
              {t('Lay a formula or events over the chart')}
            </button>
          )}
          {layers.map((layer, i) => {
            const state = states[layer.name]
            return (
              <Fragment key={`${i} ${layer.name}`}>
                <Pill
                  icon={<FieldIcon kind={layer.annotationType === 'FORMULA' ? 'calculated' : 'time'} />}
                  name={layer.name}
                  note={state?.status === 'loading' ? t('Loading…') : t(annotationKinds[layer.annotationType] ?? layer.annotationType)}
                  open={editing?.index === i}
                  onOpen={() => setEditing({ index: i, before: layers })}
                  onRemove={() => onChange(layers.toSpliced(i, 1))}
                />
                {state?.status === 'failed' && <LayerFault name={layer.name} state={state} />}
              </Fragment>
            )
          })}
          {editing && isReady && (
            <editorPopover.Part
              anchor={anchor}
              label={t('Annotation layer')}
              height={400}
              width={400}
              onDone={() => setEditing(null)}
              resizable
              onCancel={cancel}
            >
              <annotationEditor.Part
                layer={layers[editing.index] ?? newAnnotation()}
                takenNames={layers.filter((_, i) => i !== editing.index).map(({ name }) => name)}
                onLayer={(layer) => put(editing.index, layer)}
                onSave={() => setEditing(null)}
                onClose={cancel}
              />
            </editorPopover.Part>
          )}
        </div>
      )}
    </BlockField>
  )
}
