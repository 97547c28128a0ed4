/** What the first start creates, so that it is not taken for a user's own work: tables of this schema, dashboards with these slugs. */
export const exampleSchema = 'examples'
export const exampleSlugs = ['flights', 'films', 'world', 'economy'] as const
export type ExampleSlug = (typeof exampleSlugs)[number]
