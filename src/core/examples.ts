/** What the first start brings, so that it is not taken for somebody's own work: tables of this schema, dashboards of these slugs. */
export const exampleSchema = 'examples'
export const exampleSlugs = ['flights', 'films', 'world', 'economy'] as const
export type ExampleSlug = (typeof exampleSlugs)[number]
