import { lazyEditor } from '../lazy/lazy-editor.tsx'

/** Editors that open on demand. */
export const metricEditor = lazyEditor(async () => (await import('./metric/MetricEditor.tsx')).MetricEditor)
export const columnEditor = lazyEditor(async () => (await import('./column/ColumnEditor.tsx')).ColumnEditor)
export const filterEditor = lazyEditor(async () => (await import('./filter/FilterEditor.tsx')).FilterEditor)
export const timeRangeEditor = lazyEditor(async () => (await import('./time-range/TimeRangeEditor.tsx')).TimeRangeEditor)
export const ruleEditor = lazyEditor(async () => (await import('./formatting/RuleEditor.tsx')).RuleEditor)
export const columnStyleEditor = lazyEditor(async () => (await import('./column/ColumnStyleEditor.tsx')).ColumnStyleEditor)
export const annotationEditor = lazyEditor(async () => (await import('./annotation/AnnotationEditor.tsx')).AnnotationEditor)

/** Fetches the editors that are opened most, once the page is drawn. */
export const preloadEditors = () => {
  for (const editor of [metricEditor, columnEditor, filterEditor]) editor.preload()
}
