/** Objects that people own. */
export type Kind = 'chart' | 'dashboard' | 'dataset' | 'database'
