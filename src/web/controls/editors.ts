import type { ComponentType } from 'react'
import { lazyEditor } from '../lazy/lazy-editor.tsx'

/** The box of an editor, and the editors, which open on demand. */
export const editorPopover = lazyEditor(async () => (await import('./pills/EditorPopover.tsx')).EditorPopover)

/** An editor that is ready together with its box. */
const inPopover = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyEditor(async () => (await Promise.all([load(), editorPopover.load()]))[0])

export const metricEditor = inPopover(async () => (await import('./metric/MetricEditor.tsx')).MetricEditor)
export const columnEditor = inPopover(async () => (await import('./column/ColumnEditor.tsx')).ColumnEditor)
export const filterEditor = inPopover(async () => (await import('./filter/FilterEditor.tsx')).FilterEditor)
export const timeRangeEditor = inPopover(async () => (await import('./time-range/TimeRangeEditor.tsx')).TimeRangeEditor)
export const ruleEditor = inPopover(async () => (await import('./formatting/RuleEditor.tsx')).RuleEditor)
export const columnStyleEditor = inPopover(async () => (await import('./column/ColumnStyleEditor.tsx')).ColumnStyleEditor)
export const annotationEditor = inPopover(async () => (await import('./annotation/AnnotationEditor.tsx')).AnnotationEditor)

/** Fetches the editors that are opened most, once the page is drawn. */
export const preloadEditors = () => {
  for (const editor of [metricEditor, columnEditor, filterEditor]) editor.preload()
}
