/** A file on this machine, and the name by which all processes know it. */
export type LocalFile = { file: string; path: string }

/** The files of uploaded and example tables, for all processes of an installation. None ever changes: a table that does gets another one. */
export type TableFiles = {
  /** The place on this machine for a new file, under a name of its own or a new one. */
  create(name?: string): Promise<LocalFile>
  /** Puts a finished file where every process finds it. */
  put(file: string): Promise<void>
  /** Where engines of this machine read the file. */
  pathOf(file: string): Promise<string>
  list(): Promise<string[]>
  /** Takes a file away that nothing names any more; it can be put back by hand until the bin is emptied of it. */
  discard(file: string, now: Date): Promise<void>
  /** Removes what was discarded before. */
  emptyBin(before: Date): Promise<void>
  /** Removes a file that was never put. */
  remove(file: string): Promise<void>
}
