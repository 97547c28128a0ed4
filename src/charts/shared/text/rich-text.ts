/** ECharts' rich text has no escape for its own marks. */
export const plainRich = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('|', '¦')
