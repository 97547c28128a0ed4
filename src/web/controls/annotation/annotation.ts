import { msg, type Translate } from '#core/i18n/t.ts'
import type { AnnotationLayer } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'

export const annotationKinds: Record<string, string> = {
  FORMULA: msg('Formula'),
  EVENT: msg('Event'),
  INTERVAL: msg('Interval'),
  TIME_SERIES: msg('Time series'),
}

export const annotationStyles = { solid: 'Solid', dashed: 'Dashed', longDashed: 'Long dashed', dotted: 'Dotted' } as const
export const annotationOpacities = { '': 'Solid', opacityLow: '0.2', opacityMedium: '0.5', opacityHigh: '0.8' } as const

export const newAnnotation = (): AnnotationLayer => ({
  name: '',
  annotationType: 'FORMULA',
  sourceType: '',
  value: '',
  overrides: { time_range: null },
  show: true,
  showLabel: false,
  titleColumn: '',
  descriptionColumns: [],
  timeColumn: '',
  intervalEndColumn: '',
  style: 'solid',
  opacity: '',
  color: '',
  width: 1,
  showMarkers: false,
  hideLine: false,
})

/** Sources that a kind of annotation may come from: the annotations kept in the product, or another chart. */
export const sourcesOf = (kind: string): { value: string; label: string }[] => {
  if (kind === 'FORMULA') return []
  if (kind === 'TIME_SERIES') return [{ value: 'line', label: 'Chart' }]
  return [
    { value: 'NATIVE', label: 'Annotation layer' },
    { value: 'table', label: 'Chart' },
  ]
}

export type AnnotationFaults = Partial<Record<'name' | 'value' | 'timeColumn' | 'intervalEndColumn', string>>

const isMissing = (value: unknown) => value === '' || value === null || value === undefined

type Known = {
  /** Whether a formula can be evaluated. */
  parses: (formula: string) => boolean
  /** Names of the other layers. */
  takenNames?: readonly string[]
  t: Translate
}

export const annotationFaults = (layer: AnnotationLayer, { parses, takenNames = [], t }: Known): AnnotationFaults => {
  const faults: AnnotationFaults = {}
  if (layer.name.trim() === '') faults.name = t('Mandatory')
  else if (takenNames.includes(layer.name)) faults.name = t('Another layer has this name.')
  if (isMissing(layer.value)) faults.value = t('Mandatory')
  else if (layer.annotationType === 'FORMULA' && !parses(String(layer.value))) faults.value = t('Bad formula.')
  const fromChart = layer.sourceType === 'table'
  if (fromChart && isMissing(layer['timeColumn'])) faults.timeColumn = t('Mandatory')
  if (fromChart && layer.annotationType === 'INTERVAL' && isMissing(layer['intervalEndColumn'])) faults.intervalEndColumn = t('Mandatory')
  return faults
}

/** Another kind starts with its first source and without a value. */
export const withKind = (layer: AnnotationLayer, annotationType: string): AnnotationLayer => ({
  ...layer,
  annotationType,
  sourceType: sourcesOf(annotationType)[0]?.value ?? '',
  value: '',
})

/** A change of the source chart's query: null takes the value of the annotated chart, undefined leaves the source's own. */
export const withOverride = (
  layer: AnnotationLayer,
  key: 'time_range' | 'time_grain_sqla' | 'time_shift',
  value: string | null | undefined,
): Partial<AnnotationLayer> => {
  const { [key]: _before, ...others } = asRecord(layer['overrides'])
  return { overrides: value === undefined ? others : { ...others, [key]: value } }
}
