export { pressed } from '#core/filters/values/selected-items.ts'
export { applyBrush } from '../brush/apply-brush.ts'
