/** A database that SQL Lab offers. */
export type LabDatabase = { id: number; name: string; backend: string }

/** The databases of the bootstrap that are open to SQL Lab, by name. */
export const labDatabases = (databases: Record<string, Record<string, unknown>>): LabDatabase[] =>
  Object.values(databases)
    .filter((database) => database['expose_in_sqllab'] !== false)
    .map((database) => ({
      id: Number(database['id']),
      name: String(database['database_name']),
      backend: typeof database['backend'] === 'string' ? database['backend'] : '',
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
