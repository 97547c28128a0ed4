import { lazyPart } from '../../lazy/lazy-part.tsx'

/** The editors of controls that are drawn in the panel itself; they are loaded when their section is first opened. */
export const AnnotationLayers = lazyPart(async () => (await import('../annotation/AnnotationLayers.tsx')).AnnotationLayers)
export const AsyncSelect = lazyPart(async () => (await import('../choice/AsyncSelect.tsx')).AsyncSelect)
export const CodeArea = lazyPart(async () => (await import('../input/CodeArea.tsx')).CodeArea)
export const Collection = lazyPart(async () => (await import('../rare/Collection.tsx')).Collection)
export const ColumnConfig = lazyPart(async () => (await import('../column/ColumnConfig.tsx')).ColumnConfig)
export const ConditionalFormatting = lazyPart(async () => (await import('../formatting/ConditionalFormatting.tsx')).ConditionalFormatting)
export const FixedOrMetric = lazyPart(async () => (await import('../metric/FixedOrMetric.tsx')).FixedOrMetric)
export const Spatial = lazyPart(async () => (await import('../rare/Spatial.tsx')).Spatial)
export const TimeColumn = lazyPart(async () => (await import('../column/TimeColumn.tsx')).TimeColumn)
export const Viewport = lazyPart(async () => (await import('../rare/Viewport.tsx')).Viewport)
