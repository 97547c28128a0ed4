/** A file's path on this machine, and its name in all processes. */
export type LocalFile = { file: string; path: string }

/** The files of uploaded and example tables, shared by all processes. Files are immutable: a changed table gets a new one. */
export type TableFiles = {
  /** A local path for a new file, by default with a random name. */
  create(name?: string): Promise<LocalFile>
  /** Makes a finished file available to all processes. */
  put(file: string): Promise<void>
  /** The local path that engines read the file from. */
  pathOf(file: string): Promise<string>
  list(): Promise<string[]>
  /** Moves an unreferenced file to the bin, from where it can be restored by hand until the bin is emptied. */
  discard(file: string, now: Date): Promise<void>
  /** Deletes files that were discarded before. */
  emptyBin(before: Date): Promise<void>
  /** Deletes a file that was never `put`. */
  remove(file: string): Promise<void>
}
