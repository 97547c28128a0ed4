/* The code of filter boxes, loaded as one file by the dashboards that have some. */
export { filtersInBoxes } from './boxes.ts'
export { FilterBox } from './FilterBox.tsx'
export { FilterBoxMigration } from './FilterBoxMigration.tsx'
export { FilterMapping } from './FilterMapping.tsx'
