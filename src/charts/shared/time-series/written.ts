import { sequentialSchemes } from '#core/color/sequential-data.ts'
import { withOptions } from '../echarts-options/echarts-options.ts'
import { drawAnnotations } from './annotations/annotations.ts'

/** What few forms need: annotation layers, options and ramps of other colours. Pages load it only where a form does. */
export const writtenReaders = { drawAnnotations, sequentialSchemes, withOptions }
