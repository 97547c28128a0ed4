import { withOptions } from '../echarts-options/echarts-options.ts'
import { parseFormula } from './annotations/formula.ts'

/** Readers of what people write into forms: most forms hold nothing of it, so that pages load them only where one does. */
export const writtenReaders = { parseFormula, withOptions }
