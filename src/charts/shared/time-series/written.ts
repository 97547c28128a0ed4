import { withOptions } from '../echarts-options/echarts-options.ts'
import { drawAnnotations } from './annotations/annotations.ts'

/** Draws what people add to a picture, annotation layers and options: most forms hold none, so that pages load this only where one does. */
export const writtenReaders = { drawAnnotations, withOptions }
