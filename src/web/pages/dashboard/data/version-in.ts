/** The version in an entity tag like `"dashboard-2-17"`; null for a dashboard that is not stored. */
export const versionIn = (etag: string | null): number | null => {
  const [, version] = /-(\d+)"?$/.exec(etag ?? '') ?? []
  return version === undefined ? null : Number(version)
}

/** Whether nothing was saved between these two versions. */
export const isNextVersion = (before: string | null, after: string | null): boolean =>
  (versionIn(after) ?? 0) - (versionIn(before) ?? 0) <= 1
