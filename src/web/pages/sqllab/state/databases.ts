/** A database that SQL Lab offers. */
export type LabDatabase = { id: number; name: string; backend: string; allowsWrites: boolean; allowsTables: boolean; allowsViews: boolean }

/** The databases of the bootstrap that are open to SQL Lab, by name. */
export const labDatabases = (databases: Record<string, Record<string, unknown>>): LabDatabase[] =>
  Object.values(databases)
    .filter((database) => database['expose_in_sqllab'] !== false)
    .map((database) => ({
      id: Number(database['id']),
      name: String(database['database_name']),
      backend: typeof database['backend'] === 'string' ? database['backend'] : '',
      allowsWrites: database['allow_dml'] === true,
      allowsTables: database['allow_ctas'] === true,
      allowsViews: database['allow_cvas'] === true,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
