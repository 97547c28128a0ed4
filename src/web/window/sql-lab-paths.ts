/** Paths of SQL Lab and its lists, without the base path. The page itself is among the other `paths`. */
export const sqlLabPaths = {
  opening: (asked: Record<string, string | number | boolean>) =>
    `/sqllab/?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`,
  link: (key: string) => `/sqllab/p/${encodeURIComponent(key)}/`,
  history: '/sqllab/history/',
  savedQueries: '/savedqueryview/list/',
}
