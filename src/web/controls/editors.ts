import { lazyPart } from './lazy-part.tsx'

/** Editors that open on demand. */
export const metricEditor = lazyPart(async () => (await import('./metric/MetricEditor.tsx')).MetricEditor)
export const columnEditor = lazyPart(async () => (await import('./column/ColumnEditor.tsx')).ColumnEditor)
export const filterEditor = lazyPart(async () => (await import('./filter/FilterEditor.tsx')).FilterEditor)
export const timeRangeEditor = lazyPart(async () => (await import('./time-range/TimeRangeEditor.tsx')).TimeRangeEditor)
export const ruleEditor = lazyPart(async () => (await import('./formatting/RuleEditor.tsx')).RuleEditor)
export const columnStyleEditor = lazyPart(async () => (await import('./column/ColumnStyleEditor.tsx')).ColumnStyleEditor)
export const annotationEditor = lazyPart(async () => (await import('./annotation/AnnotationEditor.tsx')).AnnotationEditor)

/** Fetches the editors that are opened most, once the page is drawn. */
export const preloadEditors = () => {
  for (const editor of [metricEditor, columnEditor, filterEditor]) editor.preload()
}
