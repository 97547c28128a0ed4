/** Loads the code of filter boxes. */
export const loadFilterBoxParts = () => import('./parts.ts')
