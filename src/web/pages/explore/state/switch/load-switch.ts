import { loadCode } from '../../../../lazy/load-fault.ts'

/** The code that carries fields to another chart type: loaded when a type is pointed at or switched to. */
export const loadSwitch = () => loadCode(() => import('./switch-viz.ts'))
