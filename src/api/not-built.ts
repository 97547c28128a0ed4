/**
 * Routes of Superset that are not built and whose addresses routes with an id, or with another method, would take for theirs.
 * They answer 404 like any other unknown address.
 */
export const notBuilt: readonly (readonly [method: string, path: string])[] = [['GET', '/api/v1/query/']]
